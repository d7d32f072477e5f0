import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive, useSocket } from '@/api/live'
import { SCENE_SECONDS, sceneKeys } from '@/api/live/scene'
import type { SceneView } from '@/api/live/overview'
import { useSceneSeries } from '@/api/scenes'
import type { EventNow } from '@/api/types'
import { Chart } from '@/components/chart'
import { gapsOf } from '@/components/chart-layers'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { millis, percent, rate } from '@/lib/format'
import { timesOf } from '@/lib/series'
import { timeoutsOver } from './timeouts'
import { eventWord } from '@/features/overview/event-word'
import { instant } from '@/lib/time'
import { askFor, join, type Stretch } from './span'

interface ChartsProps {
  team: string
  scene: string
  stretch: Stretch
  zoom: (from: number, to: number) => void
}

/** Rate, times and timeouts of a scene over a stretch of time, on one cursor. */
export function SceneCharts({ team, scene, stretch, zoom }: ChartsProps) {
  const { t } = useTranslation()
  const own = useLive<SceneView>(sceneKeys.scene(team, scene))
  const board = useLive<SceneView>(keys.scene(team, scene))
  // The board's shorter series shows until the scene's own arrives.
  const view = own ?? board
  const events = useLive<EventNow[]>(keys.events(team))
  const heard = useSocket('heardAt')
  const ask = askFor(stretch, SCENE_SECONDS, Date.now() / 1000)
  const asked = useSceneSeries(team, scene, ask, stretch.end === null)
  const live = view?.series ?? null
  const series = useMemo(() => join(ask === null ? null : (asked.data ?? null), live, stretch), [ask, asked.data, live, stretch])
  const { times, marks } = useMemo(
    () => ({
      times: series ? timesOf(series) : [],
      marks: (events ?? [])
        .filter((e) => e.scene === scene && e.kind.startsWith('scene.'))
        .map((e) => ({ at: (instant(e.at) ?? 0) / 1000, name: eventWord(t, e.kind) })),
    }),
    [series, events, scene, t],
  )
  const columns = series?.columns ?? {}
  const step = series?.step ?? 1
  const limit = view?.limit
  const timeouts = useMemo(() => timeoutsOver(series), [series])
  const last = times[times.length - 1] ?? Math.floor(Date.now() / 1000)
  // While the socket is silent the axis goes on by our own clock, and the silence shows as a gap.
  const silent = heard > 0 ? Math.max(0, (Date.now() - heard) / 1000) : 0
  const end = stretch.end ?? (silent > 3 ? last + silent : last)
  const gaps = gapsOf(times, columns.qps ?? [], step, end - stretch.window, end)
  const common = { times, gaps, marks, window: stretch.window, end, sync: `scene/${scene}`, onZoom: zoom }
  return (
    <>
      {asked.error && (
        <section className="panel">
          <ErrorNote error={asked.error} retry={() => void asked.refetch()} />
        </section>
      )}
      <div className="thirds">
        <Panel title={t('scene.qps')}>
          <div className="body">
            <Chart {...common} label={t('scene.qps')} format={rate} lines={[{ name: 'QPS', values: columns.qps ?? [], tone: '--normal' }]} />
          </div>
        </Panel>
        <Panel title={t('scene.times')}>
          <div className="body">
            <Chart
              {...common}
              label={t('scene.times')}
              format={millis}
              lines={[
                { name: 'p50', values: columns.p50_ms ?? [], tone: '--normal' },
                { name: 'p99', values: columns.p99_ms ?? [], tone: '--ink', dashed: true },
              ]}
            />
          </div>
        </Panel>
        <Panel title={t('scene.timeouts.window')}>
          <div className="body">
            <Chart
              {...common}
              label={t('scene.timeouts.window')}
              format={percent}
              band={[1, 2]}
              lines={[
                { name: t('scene.timeout'), values: timeouts.rate, tone: '--bad' },
                { name: 'high', values: timeouts.high, tone: '--bad', edge: true },
                { name: 'low', values: timeouts.low, tone: '--bad', edge: true },
                ...(limit === undefined ? [] : [{ name: t('scene.limit'), values: timeouts.rate.map(() => limit), tone: '--dim', dotted: true }]),
              ]}
            />
          </div>
        </Panel>
      </div>
    </>
  )
}
