import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '@/api/live'
import { degradationKeys } from '@/api/live/degradation'
import type { SceneView } from '@/api/live/overview'
import { sceneKeys } from '@/api/live/scene'
import { useScene } from '@/api/scenes'
import type { Degradation } from '@/api/types'
import { Chart } from '@/components/chart'
import { gapsOf } from '@/components/chart-layers'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { millis, percent } from '@/lib/format'
import { timesOf, type Series } from '@/lib/series'
import { splitOf } from './split'

const WINDOW = 300

interface PulseProps {
  team: string
  scene: string
  d: Degradation | undefined
  /** Unix seconds that the charts end at; null: now. */
  end: number | null
}

/** What the decision looks at: how many are late with the proof of it, who has what, and the times against the deadline. */
export function Pulse({ team, scene, d, end }: PulseProps) {
  const { t } = useTranslation()
  return (
    <div className="thirds">
      <Panel title={t('degrade.pulse.late')}>
        <div className="body">
          <Late team={team} scene={scene} d={d} end={end} />
        </div>
      </Panel>
      <Panel title={t('degrade.split')}>
        <Split d={d} />
      </Panel>
      <Panel title={t('degrade.pulse.times')}>
        <div className="body">
          <Times team={team} scene={scene} end={end} />
        </div>
      </Panel>
    </div>
  )
}

const same = (values: readonly unknown[], v: number | undefined) => values.map(() => v ?? null)

function Late({ team, scene, d, end }: PulseProps) {
  const { t } = useTranslation()
  const course = useLive<Series>(degradationKeys.course(team, scene))
  const times = useMemo(() => (course ? timesOf(course) : []), [course])
  const { late = [], late_low: low = [], late_high: high = [] } = course?.columns ?? {}
  const until = end ?? times[times.length - 1] ?? Math.floor(Date.now() / 1000)
  return (
    <Chart
      times={times}
      window={WINDOW}
      end={until}
      sync={`degrade/${scene}`}
      height={140}
      gaps={gapsOf(times, late, 1, until - WINDOW, until)}
      label={t('degrade.pulse.late')}
      format={percent}
      band={[1, 2]}
      lines={[
        { name: t('degrade.late'), values: late, tone: '--bad' },
        { name: 'high', values: high, tone: '--bad', edge: true },
        { name: 'low', values: low, tone: '--bad', edge: true },
        { name: t('degrade.enter'), values: same(late, d?.enter), tone: '--dim', dotted: true },
      ]}
    />
  )
}

function Times({ team, scene, end }: Omit<PulseProps, 'd'>) {
  const { t } = useTranslation()
  const series = useLive<SceneView>(sceneKeys.scene(team, scene))?.series
  const deadline = useScene(team, scene).data?.deadline_ms
  const times = useMemo(() => (series ? timesOf(series) : []), [series])
  const { p50_ms: p50 = [], p99_ms: p99 = [] } = series?.columns ?? {}
  const until = end ?? times[times.length - 1] ?? Math.floor(Date.now() / 1000)
  return (
    <Chart
      times={times}
      window={WINDOW}
      end={until}
      sync={`degrade/${scene}`}
      height={140}
      gaps={gapsOf(times, p99, 1, until - WINDOW, until)}
      label={t('degrade.pulse.times')}
      format={millis}
      lines={[
        { name: 'p50', values: p50, tone: '--normal' },
        { name: 'p99', values: p99, tone: '--ink', dashed: true },
        { name: t('degrade.deadline'), values: same(p99, deadline), tone: '--dim', dotted: true },
      ]}
    />
  )
}

const LOOK = {
  full: ['●', 'tone-normal'],
  less: ['⊘', 'tone-degraded'],
  trying: ['◐', 'tone-probing'],
  shed: ['⊗', 'tone-bad'],
} as const

function Split({ d }: { d: Degradation | undefined }) {
  const { t } = useTranslation()
  const parts = d ? splitOf(d) : undefined
  return (
    <ul className="body split-bars" data-split={parts ? Math.round(100 * parts.full) : undefined}>
      {(['full', 'less', 'trying', 'shed'] as const).map((part) => {
        const share = parts?.[part]
        const [glyph, tone] = LOOK[part]
        return (
          <li key={part} className={tone}>
            <span className="glyph" aria-hidden="true">
              {glyph}
            </span>
            <span>{t(`degrade.split.${part}`)}</span>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${100 * (share ?? 0)}%` }} />
            </span>
            <span className="num">
              <Q live of={percent(share)} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
