import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { saying } from '@/api/problem'
import { canEdit, useRole } from '@/api/session'
import { useHasTraffic, useSetTraffic } from '@/api/traffic'
import type { TrafficNow } from '@/api/types'
import { Q } from '@/components/q'
import { plain, rate as rateOf } from '@/lib/format'

/** Times what the machine can serve in full, as the server measures it. */
const OVER = 2.5
const SURGE_SECONDS = 30
const MAX_RATE = 20_000

/** The demo's traffic: its rate, and a flood to see what the scenes do. Absent where there is no generator. */
export function TrafficControl({ team }: { team: string }) {
  const { t } = useTranslation()
  const traffic = useLive<TrafficNow>(keys.traffic(team))
  const has = useHasTraffic(team)
  const may = canEdit(useRole(team))
  if (!traffic || !has) return null
  const surging = traffic.surge > 1 && traffic.surge_s > 0
  return (
    <section className="panel traffic" aria-label={t('traffic.title')}>
      <strong>{t('traffic.title')}</strong>
      <span className="traffic-now" data-traffic={traffic.rate} data-surge={surging ? traffic.surge : 1}>
        {traffic.running ? <Q live of={rateOf(Math.min(MAX_RATE, traffic.rate * (surging ? traffic.surge : 1)))} /> : <span className="dim">{t('traffic.stopped')}</span>}
      </span>
      {may ? <Controls team={team} traffic={traffic} surging={surging} /> : <span className="dim small">{t('traffic.who')}</span>}
    </section>
  )
}

function Controls({ team, traffic, surging }: { team: string; traffic: TrafficNow; surging: boolean }) {
  const { t } = useTranslation()
  const set = useSetTraffic(team)
  // What is typed stays until the server took it; live values never overwrite it.
  const [draft, setDraft] = useState<string | null>(null)
  const wanted = Number(draft)
  const valid = draft !== null && draft.trim() !== '' && Number.isFinite(wanted) && wanted >= 0 && wanted <= MAX_RATE
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (valid) set.mutate({ rate: wanted, running: wanted > 0 }, { onSuccess: () => setDraft(null) })
  }
  const { rate, running } = traffic
  return (
    <form className="row-of" onSubmit={submit}>
      <label className="row-of">
        <span className="dim">{t('traffic.set')}</span>
        <input
          className="input"
          style={{ width: 72 }}
          inputMode="numeric"
          value={draft ?? String(Math.round(rate))}
          onChange={(e) => setDraft(e.target.value)}
          aria-invalid={draft !== null && !valid}
          aria-describedby="traffic-bounds"
        />
        {draft !== null && !valid && (
          <span id="traffic-bounds" role="alert" className="state tone-slow">
            <span className="glyph" aria-hidden="true">
              ▲
            </span>
            {t('traffic.bounds', { high: plain(rateOf(MAX_RATE)) })}
          </span>
        )}
      </label>
      <button className="button" type="submit" disabled={!valid || set.isPending}>
        {t('action.apply')}
      </button>
      {surging ? (
        <button className="button" type="button" onClick={() => set.mutate({ rate, running })} data-surge-stop>
          {t('traffic.surging', { left: Math.ceil(traffic.surge_s) })}
        </button>
      ) : (
        <button
          className="button"
          type="button"
          disabled={set.isPending || rate <= 0 || !running}
          title={t('traffic.surge.tip', { from: plain(rateOf(rate)), times: OVER })}
          onClick={() => set.mutate({ rate, running, over: OVER, surge_s: SURGE_SECONDS })}
          data-surge-button
        >
          {t('traffic.surge', { seconds: SURGE_SECONDS })}
        </button>
      )}
      {set.error && (
        <span role="alert" className="state tone-bad">
          <span className="glyph" aria-hidden="true">
            ✕
          </span>
          {saying(set.error)}
        </span>
      )}
    </form>
  )
}
