import { useTranslation } from 'react-i18next'
import type { Plan } from '@/api/types'
import { usePlan } from '@/api/versions'
import { ErrorNote } from '@/components/notes'
import { useScenes } from '@/features/overview/use-scenes'
import { percent, plain, rate } from '@/lib/format'
import { touched, weigh } from './touched'

/** Which scenes a plan changes and what traffic they have now: what a decision is about, in names and numbers. */
export function Effect({ team, plan }: { team: string; plan: Plan }) {
  const { t } = useTranslation()
  const { scenes, resources } = touched(plan)
  const weight = weigh(scenes, useScenes(team))
  if (plan.errors > 0) return null
  return (
    <ul className="effect" data-effect={scenes.join(' ')}>
      {scenes.length === 0 && <li>{t('effect.none')}</li>}
      {scenes.length > 0 && (
        <li>
          {t('effect.scenes', { names: weight.scenes.map((s) => (s.qps === undefined ? s.name : `${s.name} (${plain(rate(s.qps))})`)).join(t('effect.and')) })}
        </li>
      )}
      {scenes.length > 0 && <li>{t('effect.traffic', { rate: plain(rate(weight.qps)), share: plain(percent(weight.share)) })}</li>}
      {resources.length > 0 && <li>{t('effect.resources', { names: resources.join(t('effect.and')) })}</li>}
      {plan.dangers > 0 && <li className="danger">▲ {t('plan.dangers', { n: plan.dangers })}</li>}
    </ul>
  )
}

/** The same of what is live now against a version. */
export function EffectOf({ team, to }: { team: string; to: string }) {
  const { t } = useTranslation()
  const plan = usePlan(team, 'live', to)
  if (plan.error) return <ErrorNote error={plan.error} />
  return plan.data ? <Effect team={team} plan={plan.data} /> : <p className="dim">{t('effect.asking')}</p>
}
