import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive, useSocket } from '@/api/live'
import { degradationKeys, HEADROOM } from '@/api/live/degradation'
import type { Degradation, DegradationEvent } from '@/api/types'
import { Chart } from '@/components/chart'
import { gapsOf } from '@/components/chart-layers'
import { lookOf } from '@/components/state'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { NONE, percent, rate, type Quantity } from '@/lib/format'
import { timesOf, type Series } from '@/lib/series'
import { instant } from '@/lib/time'
import { cores, gain } from './told'

const WINDOW = 300

const inCores = (v: number | null): Quantity => ({ figure: v === null ? NONE : cores(v), unit: '' })

interface LoadProps {
  team: string
  scene: string
  d: Degradation | undefined
  events: readonly DegradationEvent[]
  /** Unix seconds that the charts end at; null: now. */
  end: number | null
}

/** What full plans for everybody would take against what there is, and what is kept of the gain. */
export function LoadCharts({ team, scene, d, events, end }: LoadProps) {
  const { t } = useTranslation()
  const course = useLive<Series>(degradationKeys.course(team, scene))
  const heard = useSocket('heardAt')
  const times = useMemo(() => (course ? timesOf(course) : []), [course])
  const marks = useMemo(
    () =>
      events
        .filter((e) => e.from !== e.to)
        .map((e) => {
          const look = lookOf(e.to)
          return { at: (instant(e.at) ?? 0) / 1000, name: look ? t(look.word) : e.to }
        }),
    [events, t],
  )
  const columns = course?.columns ?? {}
  const last = times[times.length - 1] ?? Math.floor(Date.now() / 1000)
  const silent = heard > 0 ? Math.max(0, (Date.now() - heard) / 1000) : 0
  const until = end ?? (silent > 3 ? last + silent : last)
  const usable = useMemo(() => (columns.capacity ?? []).map((v) => (v === null ? null : HEADROOM * v)), [columns.capacity])
  const common = { times, marks, window: WINDOW, end: until, sync: `degrade/${scene}`, height: 150, gaps: gapsOf(times, columns.need ?? [], 1, until - WINDOW, until) }
  return (
    <div className="split wide-first">
      <Panel title={t('degrade.load')}>
        <div className="body">
          <Chart
            {...common}
            label={t('degrade.load')}
            format={inCores}
            lines={[
              { name: t('degrade.need'), values: columns.need ?? [], tone: '--ink' },
              { name: t('degrade.budget'), values: columns.budget ?? [], tone: '--degraded', dashed: true },
              { name: t('degrade.usable'), values: usable, tone: '--dim', dotted: true },
            ]}
          />
          <Chart
            {...common}
            height={110}
            label={t('degrade.kept')}
            format={percent}
            lines={[
              { name: t('degrade.kept'), values: columns.gain ?? [], tone: '--normal' },
              { name: t('degrade.full'), values: columns.full ?? [], tone: '--ink', dashed: true },
              { name: t('degrade.shed'), values: columns.shed ?? [], tone: '--bad' },
            ]}
          />
        </div>
      </Panel>
      <Panel title={t('degrade.sums')}>
        <Sums d={d} />
      </Panel>
    </div>
  )
}

/** The sum behind the decision, number by number. */
function Sums({ d }: { d: Degradation | undefined }) {
  const { t } = useTranslation()
  const bone = <span className="bone" style={{ width: 52 }} />
  const rows: readonly (readonly [string, string, React.ReactNode])[] = [
    [t('degrade.rate'), t('degrade.rate.tip'), d ? <Q live of={rate(d.rate)} /> : bone],
    [t('degrade.forecast'), t('degrade.forecast.tip'), d ? <Q live of={rate(d.forecast)} /> : bone],
    [t('degrade.capacity'), t('degrade.capacity.tip'), d ? <span className="live">{t('degrade.cores', { n: cores(d.capacity) })}</span> : bone],
    [t('degrade.busy'), t('degrade.busy.tip'), d ? <Q live of={percent(d.busy)} /> : bone],
    [t('degrade.need'), t('degrade.need.tip'), d ? <span className="live">{t('degrade.cores', { n: cores(d.need) })}</span> : bone],
    [t('degrade.budget'), t('degrade.budget.tip'), d ? <span className="live">{t('degrade.cores', { n: cores(d.budget) })}</span> : bone],
    [t('degrade.price'), t('degrade.price.tip'), d ? <span className="live">{d.price > 0 ? t('degrade.price.of', { price: gain(d.price), pool: d.binding || 'cpu' }) : t('degrade.price.none')}</span> : bone],
    [t('degrade.kept'), t('degrade.kept.tip'), d ? <Q live of={percent(d.gain)} /> : bone],
    [t('degrade.full'), t('degrade.full.tip'), d ? <Q live of={percent(d.full)} /> : bone],
    [t('degrade.shed'), t('degrade.shed.tip'), d ? <Q live of={percent(d.shed)} /> : bone],
    ...(d && d.care < 1 ? [[t('degrade.care'), t('degrade.care.tip'), <Q live of={percent(d.care)} />] as const] : []),
  ]
  return (
    <dl className="facts body" data-sums>
      {rows.map(([name, tip, value]) => (
        <div key={name} className="pair" title={tip}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
