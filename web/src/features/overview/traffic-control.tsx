import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { canEdit, useRole } from '@/api/session'
import { useHasTraffic, useSetTraffic } from '@/api/traffic'
import type { TrafficNow } from '@/api/types'
import { Q } from '@/components/q'
import { plain, rate as rateOf } from '@/lib/format'

const SURGE = 8
const SURGE_SECONDS = 30
export const MAX_RATE = 20_000

/** The demo's traffic: its rate, and a flood to see what the scenes do. Absent where there is no generator. */
export function TrafficControl({ team }: { team: string }) {
  const { t } = useTranslation()
  const traffic = useLive<TrafficNow>(keys.traffic(team))
  const may = canEdit(useRole(team))
  const set = useSetTraffic(team)
  const [draft, setDraft] = useState<string | null>(null)
  const surge = useSurge((rate) => set.mutate(rate))
  const has = useHasTraffic(team)
  if (!traffic || !has) return null
  const wanted = Number(draft)
  const valid = draft !== null && draft.trim() !== '' && Number.isFinite(wanted) && wanted >= 0 && wanted <= MAX_RATE
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!valid) return
    surge.cancel()
    // What is typed stays until the server took it.
    set.mutate(wanted, { onSuccess: () => setDraft(null) })
  }
  return (
    <form className="panel traffic" onSubmit={submit} aria-label={t('traffic.title')}>
      <strong>{t('traffic.title')}</strong>
      <span className="traffic-now" data-traffic={traffic.rate}>
        {traffic.running ? <Q live of={rateOf(traffic.rate)} /> : <span className="dim">{t('traffic.stopped')}</span>}
      </span>
      {may && (
        <>
          <label className="row-of">
            <span className="dim">{t('traffic.set')}</span>
            <input
              className="input"
              style={{ width: 72 }}
              inputMode="numeric"
              value={draft ?? String(Math.round(traffic.rate))}
              onChange={(e) => setDraft(e.target.value)}
              aria-invalid={draft !== null && !valid}
            />
          </label>
          <button className="button" type="submit" disabled={!valid || set.isPending}>
            {t('action.apply')}
          </button>
          {surge.left > 0 ? (
            <button className="button" type="button" onClick={surge.stop}>
              {t('traffic.surging', { left: surge.left })}
            </button>
          ) : (
            <button
              className="button"
              type="button"
              disabled={set.isPending || traffic.rate <= 0}
              title={t('traffic.surge.tip', { from: plain(rateOf(traffic.rate)), to: plain(rateOf(Math.min(MAX_RATE, traffic.rate * SURGE))) })}
              onClick={() => surge.start(traffic.rate)}
            >
              {t('traffic.surge', { times: SURGE, seconds: SURGE_SECONDS })}
            </button>
          )}
        </>
      )}
      {set.error && (
        <span role="alert" className="state tone-bad">
          <span className="glyph">✕</span>
          {set.error.message}
        </span>
      )}
    </form>
  )
}

/** Eight times the rate for half a minute, then the rate from before, also when the page is left. */
function useSurge(apply: (rate: number) => void) {
  const [left, setLeft] = useState(0)
  const before = useRef<number | null>(null)
  const latest = useRef(apply)
  latest.current = apply
  const running = left > 0
  const restore = () => {
    const rate = before.current
    before.current = null
    setLeft(0)
    if (rate !== null) latest.current(rate)
  }
  useEffect(() => {
    if (!running) return
    const end = Date.now() + SURGE_SECONDS * 1000
    const id = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1000)
      if (rest <= 0) restore()
      else setLeft(rest)
    }, 250)
    return () => {
      clearInterval(id)
      if (before.current !== null) restore()
    }
  }, [running])
  return {
    left,
    start: (rate: number) => {
      before.current = rate
      latest.current(Math.min(MAX_RATE, rate * SURGE))
      setLeft(SURGE_SECONDS)
    },
    stop: restore,
    cancel: () => {
      before.current = null
      setLeft(0)
    },
  }
}
