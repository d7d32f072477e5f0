// What an operator's word would do, in a sentence with numbers.
import type { TFunction } from 'i18next'
import { HEADROOM } from '@/api/live/degradation'
import type { Degradation, DegradationPlan, NewOverride } from '@/api/types'
import { percent, plain, rate } from '@/lib/format'
import { within } from './split'
import { cores } from './told'

export interface Wanted {
  action: NewOverride['action']
  /** Of force. */
  kind: 'full' | 'level' | 'off'
  level: number
  off: readonly string[]
}

export function effectTold(t: TFunction, d: Degradation, plans: readonly DegradationPlan[], w: Wanted): string {
  const scene = d.scene
  const less = plain(percent(1 - within(d.full, 1)))
  const qps = plain(rate(d.rate))
  switch (w.action) {
    case 'watch':
      return t('degrade.effect.watch', { scene, less, qps, need: cores(d.need), capacity: cores(d.capacity) })
    case 'act':
      return t('degrade.effect.act', { scene })
    case 'hold':
      return t('degrade.effect.hold', { scene, less, qps })
    case 'freeze':
      return t('degrade.effect.freeze', { scene, less, qps, shed: plain(percent(d.shed)) })
    case 'force':
      break
  }
  if (w.kind === 'full') {
    const fits = d.need <= HEADROOM * d.capacity
    return t(fits ? 'degrade.effect.full' : 'degrade.effect.full.over', { scene, less, qps, need: cores(d.need), capacity: cores(d.capacity) })
  }
  if (w.kind === 'level') return t('degrade.effect.level', { scene, level: w.level, now: plain(percent(d.gain)), gain: plain(percent(gainAt(d, plans, w.level))) })
  const given = d.modules.filter((m) => w.off.includes(m.node)).reduce((sum, m) => sum + m.gain, 0)
  const all = d.modules.reduce((sum, m) => sum + m.gain, 0)
  return w.off.length === 0 ? t('degrade.effect.off.none') : t('degrade.effect.off', { scene, nodes: w.off.join(', '), share: plain(percent(all > 0 ? given / all : 0)) })
}

/** The share of the gain that is kept with everybody at a level or deeper, by the tiers' traffic and weight. */
export function gainAt(d: Degradation, plans: readonly DegradationPlan[], level: number): number {
  let sum = 0
  let all = 0
  for (const tier of d.tiers) {
    const own = plans.filter((p) => p.tier === tier.tier)
    const at = Math.min(Math.max(level, tier.level), Math.max(0, ...own.map((p) => p.level)))
    const w = tier.share * tier.weight
    sum += w * Math.min(tier.gain, own.find((p) => p.level === at)?.gain ?? 1)
    all += w
  }
  return all > 0 ? sum / all : 1
}
