import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { SPARK_SECONDS, type SceneView } from '@/api/live/overview'
import type { Totals } from '@/api/types'
import { Q } from '@/components/q'
import { Sparkline } from '@/components/sparkline'
import { WilsonBar } from '@/components/wilson-bar'
import { lookOf } from '@/components/state'
import { count, millis, percent, plain, rate } from '@/lib/format'
import { SCENE_STATES } from '@/lib/search'
import { sum, type Series } from '@/lib/series'
import { scaleFor } from '@/lib/wilson'
import { useScenes } from './use-scenes'

/** The team in four figures. With no traffic the figures that need some say so. */
export function KpiRow({ team }: { team: string }) {
  const { t } = useTranslation()
  const totals = useLive<Totals>(keys.totals(team))
  const scenes = useScenes(team)
  const quiet = totals !== undefined && totals.n === 0
  return (
    <section className="panel" aria-label={t('kpi.label')}>
      <div className="kpis">
        <div className="kpi">
          <span className="name">
            {t('kpi.qps')} <span className="of">{t('scene.now.second')}</span>
          </span>
          <Figure ready={totals}>
            <Q live of={rate(totals?.qps)} />
          </Figure>
          <span className="side">
            <TotalSpark scenes={scenes} label={t('kpi.qps')} />
          </span>
          <span className="foot" title={t('kpi.now.tip')}>
            {t('kpi.window')}
          </span>
        </div>
        <div className="kpi">
          <span className="name" title={t('kpi.now.tip')}>
            {t('kpi.p99')} <span className="of">{t('kpi.now')}</span>
          </span>
          <Figure ready={totals}>
            <Q live of={millis(quiet ? null : totals?.p99_ms)} />
          </Figure>
          <span className="side" />
          <span className="foot" title={t('kpi.now.tip')}>
            p50 <Q live of={millis(quiet ? null : totals?.p50_ms)} />
            <Slowest scenes={scenes} />
          </span>
        </div>
        <div className="kpi">
          <span className="name" title={t('kpi.now.tip')}>
            {t('kpi.timeout')} <span className="of">{t('kpi.now')}</span>
          </span>
          <Figure ready={totals}>
            {quiet ? <span className="live">{t('scene.quiet')}</span> : <Q live of={percent(totals?.timeout_rate)} />}
          </Figure>
          <span className="side">
            {totals && !quiet && <WilsonBar of={interval(totals)} scale={scaleFor([interval(totals)])} />}
          </span>
          <span className="foot" title={t('kpi.now.tip')}>
            {totals &&
              !quiet &&
              t('kpi.interval', {
                low: plain(percent(totals.timeout_low)),
                high: plain(percent(totals.timeout_high)),
                n: plain(count(totals.n)),
              })}
          </span>
        </div>
        <Health team={team} scenes={scenes} />
      </div>
    </section>
  )
}

function Figure({ ready, children }: { ready: unknown; children: React.ReactNode }) {
  return <span className="figure">{ready === undefined ? <span className="bone" style={{ width: 72, height: 18 }} /> : children}</span>
}

export function interval(t: Pick<Totals, 'timeout_rate' | 'timeout_low' | 'timeout_high' | 'n'>) {
  return { rate: t.timeout_rate, low: t.timeout_low, high: t.timeout_high, n: t.n }
}

function TotalSpark({ scenes, label }: { scenes: readonly SceneView[]; label: string }) {
  // Series are the same objects until a second is over: between, their sum is not made anew.
  const last = useRef<{ all: readonly Series[]; total: Series | null } | null>(null)
  const total = useMemo(() => {
    const all = scenes.map((s) => s.series).filter((s): s is Series => s !== null)
    const was = last.current
    if (was && was.all.length === all.length && was.all.every((s, i) => s === all[i])) return was.total
    const total = sum(all, 'qps')
    last.current = { all, total }
    return total
  }, [scenes])
  return <Sparkline series={total} column="qps" slots={SPARK_SECONDS} width={160} height={28} label={label} />
}

function Slowest({ scenes }: { scenes: readonly SceneView[] }) {
  const { t } = useTranslation()
  const worst = scenes.reduce<SceneView | null>((w, s) => (s.n > 0 && (!w || s.p99_ms > w.p99_ms) ? s : w), null)
  if (!worst) return null
  return (
    <span title={worst.scene}>
      {' · '}
      {t('kpi.slowest', { scene: worst.scene, p99: plain(millis(worst.p99_ms)) })}
    </span>
  )
}

function Health({ team, scenes }: { team: string; scenes: readonly SceneView[] }) {
  const { t } = useTranslation()
  const known = useLive<string[]>(keys.scenes(team))
  const traffic = scenes.reduce((n, s) => n + s.qps, 0)
  const degraded = scenes.reduce((n, s) => n + s.qps * s.degraded_share, 0)
  const states = SCENE_STATES.map((state) => ({ state, n: scenes.filter((s) => s.state === state).length })).filter((s) => s.n > 0)
  return (
    <div className="kpi">
      <span className="name" title={t('scene.degraded.counts')}>
        {t('kpi.degraded')} <span className="of">{t('kpi.now')}</span>
      </span>
      <Figure ready={known}>
        <Q live of={percent(traffic > 0 ? degraded / traffic : null)} />
      </Figure>
      <span className="side">
        {traffic > 0 && (
          <span className="share" aria-hidden="true">
            <span style={{ width: `${(degraded / traffic) * 100}%` }} />
          </span>
        )}
      </span>
      <span className="foot">
        {known && t('kpi.scenes', { n: known.length })}
        {states.map(({ state, n }) => {
          const look = lookOf(state)
          return (
            <span key={state} className={look?.tone} title={look && t(look.word)}>
              {' '}
              <span style={{ color: 'var(--tone)' }} aria-hidden="true">
                {look?.glyph}
              </span>{' '}
              {n} {look && t(look.word)}
            </span>
          )
        })}
      </span>
    </div>
  )
}
