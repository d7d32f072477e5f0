import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoadPoint } from '@/api/types'
import { Chart } from '@/components/chart'
import { Panel } from '@/components/panel'
import { millis, percent, rate } from '@/lib/format'
import { columnsOf } from './words'

interface ChartsProps {
  id: string
  points: readonly LoadPoint[]
  /** Unix seconds. */
  begin: number
  length: number
  p99: number | undefined
}

/** What was asked and answered, how long it took, and what was lost; on one cursor, the axis as long as the test. */
export function LoadCharts({ id, points, begin, length, p99 }: ChartsProps) {
  const { t } = useTranslation()
  const c = useMemo(() => columnsOf(points, begin), [points, begin])
  const window = Math.max(5, length, c.times.length - 1)
  const common = { times: c.times, gaps: [], window, end: begin + window, sync: `loadtest/${id}` }
  return (
    <div className="thirds">
      <Panel title={t('load.chart.rate')}>
        <div className="body">
          <Chart
            {...common}
            label={t('load.chart.rate')}
            format={rate}
            lines={[
              { name: t('load.due'), values: c.due, tone: '--dim', dashed: true },
              { name: t('load.ok'), values: c.ok, tone: '--normal' },
            ]}
          />
        </div>
      </Panel>
      <Panel title={t('load.chart.times')}>
        <div className="body">
          <Chart
            {...common}
            label={t('load.chart.times')}
            format={millis}
            lines={[
              { name: 'p50', values: c.p50, tone: '--normal' },
              { name: 'p99', values: c.p99, tone: '--ink', dashed: true },
              ...(p99 ? [{ name: t('scene.limit'), values: c.p99.map(() => p99), tone: '--dim', dotted: true }] : []),
            ]}
          />
        </div>
      </Panel>
      <Panel title={t('load.chart.lost')}>
        <div className="body">
          <Chart
            {...common}
            label={t('load.chart.lost')}
            format={percent}
            lines={[
              { name: t('load.lost'), values: c.lost, tone: '--bad' },
              { name: t('load.degraded'), values: c.degraded, tone: '--degraded', dashed: true },
            ]}
          />
        </div>
      </Panel>
    </div>
  )
}
