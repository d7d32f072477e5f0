import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDegradationPlans, useOverride } from '@/api/degradation'
import { saying } from '@/api/problem'
import type { Degradation, NewOverride } from '@/api/types'
import { Dialog } from '@/components/dialog'
import { useSettings } from '@/lib/settings'
import { clock } from '@/lib/time'
import { effectTold, type Wanted } from './effect-told'
import type { Action } from './hands'

interface HandDialogProps {
  team: string
  scene: string
  d: Degradation
  action: Action
  close: () => void
}

const SPANS = [300, 900, 3600, 4 * 3600, 24 * 3600] as const
const LEAST_REASON = 3

/** Takes a scene by hand: says what will happen and to how many, wants a reason and an end, and for force the scene's name. */
export function HandDialog({ team, scene, d, action, close }: HandDialogProps) {
  const { t } = useTranslation()
  const { zone } = useSettings()
  const plans = useDegradationPlans(team, scene, d.planned_at).data?.items ?? []
  const put = useOverride(team, scene)
  const [kind, setKind] = useState<Wanted['kind']>('full')
  const [level, setLevel] = useState(Math.max(1, d.level))
  const [off, setOff] = useState<readonly string[]>([])
  const [span, setSpan] = useState<number>(900)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const optional = d.modules.filter((m) => m.kind === 'optional')
  const deepest = Math.max(1, ...plans.map((p) => p.level))
  const force = action === 'force'
  const wanted: Wanted = { action, kind, level, off }
  const ready = reason.trim().length >= LEAST_REASON && (!force || (typed === scene && (kind !== 'off' || off.length > 0)))
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!ready) return
    const body: NewOverride = { action, reason: reason.trim(), for_s: span }
    if (force && kind === 'full') body.full = true
    if (force && kind === 'level') body.level = level
    if (force && kind === 'off') body.off = [...off]
    put.mutate(body, { onSuccess: close })
  }
  return (
    <Dialog title={t(`degrade.${action}.title`, { scene })} opened close={close} width={520}>
      <form className="stack" onSubmit={submit} data-hand-form={action}>
        {force && (
          <fieldset className="stack bare">
            <legend className="dim small">{t('degrade.force.what')}</legend>
            {(['full', 'level', 'off'] as const).map((k) => (
              <label key={k} className="row-of">
                <input type="radio" name="kind" checked={kind === k} onChange={() => setKind(k)} />
                {t(`degrade.force.${k}`)}
                {k === 'level' && kind === 'level' && (
                  <input className="input" style={{ width: 64 }} type="number" min={1} max={deepest} value={level} aria-label={t('degrade.level')} onChange={(e) => setLevel(Math.min(deepest, Math.max(1, Number(e.target.value) || 1)))} />
                )}
              </label>
            ))}
            {kind === 'off' && (
              <div className="row-of">
                {optional.length === 0 && <span className="dim">{t('degrade.force.none')}</span>}
                {optional.map((m) => (
                  <label key={m.node} className="row-of mono">
                    <input type="checkbox" checked={off.includes(m.node)} onChange={(e) => setOff(e.target.checked ? [...off, m.node] : off.filter((n) => n !== m.node))} />
                    {m.node}
                  </label>
                ))}
              </div>
            )}
          </fieldset>
        )}
        <label className="field">
          <span>{t('degrade.reason')}</span>
          <input className="input" value={reason} maxLength={300} onChange={(e) => setReason(e.target.value)} data-autofocus required name="reason" />
        </label>
        <label className="field">
          <span>{t('degrade.for')}</span>
          <select className="input" value={span} onChange={(e) => setSpan(Number(e.target.value))} name="for">
            {SPANS.map((s) => (
              <option key={s} value={s}>
                {s < 3600 ? t('degrade.for.min', { n: s / 60 }) : t('degrade.for.h', { n: s / 3600 })}
              </option>
            ))}
          </select>
        </label>
        <p className="effect" data-effect>
          {effectTold(t, d, plans, wanted)} {t('degrade.effect.until', { at: clock(Date.now() + span * 1000, zone) })}
        </p>
        {force && (
          <label className="field">
            <span>{t('degrade.type', { scene })}</span>
            <input className="input mono" value={typed} onChange={(e) => setTyped(e.target.value)} autoComplete="off" name="typed" />
          </label>
        )}
        {put.error && (
          <p role="alert" className="state tone-bad refusal">
            {saying(put.error)}
          </p>
        )}
        <div className="row-of end">
          <button className="button" type="button" onClick={close}>
            {t('action.cancel')}
          </button>
          <button className="button primary" type="submit" disabled={!ready || put.isPending}>
            {t(`degrade.hand.${action}`)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
