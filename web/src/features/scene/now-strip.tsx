import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SceneView } from '@/api/live/overview'
import { Q } from '@/components/q'
import { WilsonBar } from '@/components/wilson-bar'
import { count, millis, percent, plain, rate } from '@/lib/format'
import { LASTS, type SceneSearch } from '@/lib/search'
import { useSettings } from '@/lib/settings'
import { clock, stamp } from '@/lib/time'
import { scaleFor } from '@/lib/wilson'
import { newest, rising, timeoutsOver, WINDOW_SECONDS } from './timeouts'

interface NowStripProps {
  view: SceneView | undefined
  search: SceneSearch
  set: (change: Record<string, unknown>, replace?: boolean) => void
}

/** The scene in figures, each with the time it is of, and which stretch of time the charts show. */
export function NowStrip({ view, search, set }: NowStripProps) {
  const { t } = useTranslation()
  const { zone } = useSettings()
  const quiet = view === undefined || view.n === 0
  const bone = <span className="bone" style={{ width: 44 }} />
  const fixed = search.from !== undefined && search.to !== undefined
  return (
    <section className="panel" aria-label={t('scene.now')}>
      <div className="row-of between">
        <dl className="strip" data-scene-now>
          <Figure name={t('scene.qps')} of={t('scene.now.second')}>
            {view ? <Q live of={rate(view.qps)} /> : bone}
          </Figure>
          <Figure name="p50 / p99" of={t('kpi.now')} tip={t('scene.now.tip', { n: view ? plain(count(view.n)) : 0 })}>
            {view ? (
              <>
                <Q live of={millis(quiet ? null : view.p50_ms)} /> / <Q live of={millis(quiet ? null : view.p99_ms)} />
              </>
            ) : (
              bone
            )}
          </Figure>
          <Timeouts view={view} bone={bone} />
          <Figure name={t('scene.degraded')} of={t('kpi.now')} tip={`${t('scene.degraded.counts')} ${t('scene.now.tip', { n: view ? plain(count(view.n)) : 0 })}`}>
            <span data-cell="degraded">{view ? <Q live of={percent(quiet ? null : view.degraded_share)} /> : bone}</span>
          </Figure>
          <Figure name={t('scene.off')} of={t('scene.now.window', { n: WINDOW_SECONDS })} tip={t('scene.off.tip')}>
            <span className="live">{view?.off_nodes ?? bone}</span>
          </Figure>
        </dl>
        <div className="row-of body">
          {fixed && (
            <span className="dim small">
              {stamp((search.from ?? 0) * 1000, zone)} – {clock((search.to ?? 0) * 1000, zone)}
            </span>
          )}
          <span className="segments" role="group" aria-label={t('scene.span')}>
            {LASTS.map((last) => (
              <button key={last} type="button" aria-pressed={!fixed && (search.last ?? '15m') === last} onClick={() => set({ last: last === '15m' ? undefined : last, from: undefined, to: undefined })}>
                {last}
              </button>
            ))}
          </span>
        </div>
      </div>
    </section>
  )
}

/** A figure with its name, the time it is of, and, where a word needs it, what counts. */
function Figure({ name, of, tip, children }: { name: string; of: string; tip?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {tip === undefined ? name : <Told tip={tip}>{name}</Told>} <span className="of">{of}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A word that is explained: by the pointer, by the keyboard and to a screen reader. */
export function Told({ tip, children }: { tip: string; children: ReactNode }) {
  return (
    <span className="told" tabIndex={0} data-tip={tip}>
      {children}
      <span className="hidden-label"> {tip}</span>
    </span>
  )
}

/** Over the same window as the newest point of the chart beneath. */
function Timeouts({ view, bone }: { view: SceneView | undefined; bone: ReactNode }) {
  const { t } = useTranslation()
  const now = newest(timeoutsOver(view?.series ?? null))
  const of = now && { low: plain(percent(now.low)), high: plain(percent(now.high)), n: plain(count(now.n)) }
  return (
    <Figure name={t('scene.timeout')} of={t('scene.now.window', { n: WINDOW_SECONDS })} tip={t('scene.timeouts.counts')}>
      <span className="row-of" data-cell="timeouts">
        {now === undefined || of === undefined ? (
          bone
        ) : now.n === 0 ? (
          <span className="dim">{t('scene.quiet')}</span>
        ) : (
          <>
            <Q live of={percent(now.rate)} /> <WilsonBar of={now} scale={scaleFor([now])} />
            <span className="of">{t('kpi.interval', of)}</span>
          </>
        )}
      </span>
    </Figure>
  )
}

/** Says beside the state that the figures are already worse: a state takes proof for a while. */
export function Rising({ view }: { view: SceneView }) {
  const { t } = useTranslation()
  const now = newest(timeoutsOver(view.series))
  if (!now || !rising(view.state, now, view.limit)) return null
  return (
    <span className="state tone-slow" data-rising role="status">
      <span className="glyph" aria-hidden="true">
        ▲
      </span>
      <span>{t('scene.rising', { limit: plain(percent(view.limit)) })}</span>
    </span>
  )
}
