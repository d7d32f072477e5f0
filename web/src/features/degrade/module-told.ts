// Why a node is off, or less than it could be, in a sentence: for whom, what is
// given up, what is saved, and which pool wanted it.
import type { TFunction } from 'i18next'
import type { Degradation, DegradationModule } from '@/api/types'
import { millis, percent, plain } from '@/lib/format'
import { gain, micros } from './told'

/** Fewer than this share of the users is nobody. */
export const NOBODY = 0.0005

/** For whom: everybody, or each tier with its share. */
export function whomTold(t: TFunction, m: DegradationModule): string {
  if (m.less >= 1 - NOBODY) return t('degrade.whom.all')
  const some = m.tiers.filter((x) => x.less > NOBODY)
  if (some.length === 0) return t('degrade.whom.none')
  if (m.tiers.length === 1) return t('degrade.whom.share', { share: plain(percent(m.less)) })
  return some.map((x) => t('degrade.whom.tier', { tier: x.tier || t('degrade.tier.rest'), share: plain(percent(x.less)) })).join(t('degrade.and'))
}

export function moduleTold(t: TFunction, d: Degradation, m: DegradationModule): string {
  const timed = m.critical && m.p99_ms > 0 // 0: not measured yet
  if (m.less <= NOBODY && m.trying > NOBODY) return t('degrade.module.back')
  if (m.less <= NOBODY) return timed ? t('degrade.module.full.critical', { p99: plain(millis(m.p99_ms)) }) : t('degrade.module.full')
  const holes = { whom: whomTold(t, m), gives: gain(m.gives_up), saves: micros(m.saves_us), p99: plain(millis(m.p99_ms)), pool: poolTold(t, m.pool || (d.binding ?? '')), price: gain(d.price) }
  const parts = [sentence(t, m, holes)]
  if (m.trying > NOBODY) parts.push(t('degrade.module.trying', { share: plain(percent(m.trying)) }))
  if (m.critical) parts.push(t('degrade.module.critical', holes))
  return parts.join(' ')
}

type Holes = Record<'whom' | 'gives' | 'saves' | 'p99' | 'pool' | 'price', string>

function sentence(t: TFunction, m: DegradationModule, holes: Holes): string {
  const off = m.variant === 'off'
  switch (m.cause) {
    case 'slow':
      return t('degrade.module.slow', holes)
    case 'dead':
      return t('degrade.module.dead', holes)
    case 'by hand':
      return t('degrade.module.hand', holes)
  }
  return t(off ? 'degrade.module.budget' : 'degrade.module.less', { ...holes, variant: m.variant })
}

export function poolTold(t: TFunction, pool: string): string {
  return pool === '' || pool === 'cpu' ? t('degrade.pool.cpu') : pool
}
