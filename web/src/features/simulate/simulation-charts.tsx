import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Simulation } from '@/api/types'
import { Chart } from '@/components/chart'
import { Panel } from '@/components/panel'
import { lookOf } from '@/components/state'
import { rate } from '@/lib/format'
import { courseOf, lostOf, statesOf } from './course'

const TONES = ['--brand', '--bad', '--slow', '--probing', '--degraded', '--scaling']

/** What came against what could be done, what each policy lost, and the states of the controller. */
export function SimulationCharts({ s }: { s: Simulation }) {
  const { t } = useTranslation()
  const { course, lost, states } = useMemo(() => {
    const ours = s.results.find((r) => r.timeline.some((p) => p.state !== ''))
    return { course: courseOf(s.results), lost: s.results.map((r) => ({ name: r.policy, values: lostOf(r) })), states: ours ? statesOf(ours) : [] }
  }, [s])
  const end = course.times[course.times.length - 1] ?? 1
  const common = { times: course.times, gaps: [], window: end, end, sync: `simulation/${s.scenario}/${s.seed}`, elapsed: true } as const
  return (
    <div className="split wide-first">
      <Panel title={t('simulate.course')}>
        <div className="body">
          <Chart
            {...common}
            label={t('simulate.course')}
            format={rate}
            lines={[
              { name: t('simulate.arrivals'), values: course.rate, tone: '--ink' },
              { name: t('simulate.capacity'), values: course.capacity, tone: '--dim', dotted: true },
            ]}
          />
          {states.length > 0 && (
            <div className="track" data-states role="img" aria-label={t('simulate.states')}>
              {states.map((x) => {
                const look = lookOf(x.state.toLowerCase())
                const name = look ? t(look.word) : x.state
                return <span key={x.from} className={`stretch ${look?.tone ?? ''}`} title={`${name} ${x.from.toFixed(1)}–${x.to.toFixed(1)} s`} style={{ left: `${(100 * x.from) / end}%`, width: `${(100 * (x.to - x.from)) / end}%` }} />
              })}
            </div>
          )}
        </div>
      </Panel>
      <Panel title={t('simulate.lost')}>
        <div className="body">
          <Chart {...common} label={t('simulate.lost')} format={rate} lines={lost.map((l, i) => ({ ...l, tone: TONES[i % TONES.length] ?? '--ink', dashed: i % 2 === 1 }))} />
        </div>
      </Panel>
    </div>
  )
}
