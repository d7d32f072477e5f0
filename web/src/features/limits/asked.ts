// How many places are asked for a second: the API counts them since a limit is
// there, so two looks at it tell the rate between them.
import type { Limit } from '@/api/types'

export interface Look {
  /** Unix milliseconds of the look. */
  at: number
  limits: readonly Limit[]
}

export const keyOf = (l: Pick<Limit, 'scene' | 'tier'>) => `${l.scene} ${l.tier ?? ''}`

/** Newer looks than that are no time to count over. */
const LEAST_MS = 500

/** Places a second by limit; nothing for one that was not there before, or that counts anew since a new version. */
export function ratesOf(before: Look | undefined, now: Look): ReadonlyMap<string, number> {
  const rates = new Map<string, number>()
  if (!before || now.at - before.at < LEAST_MS) return rates
  const then = new Map(before.limits.map((l) => [keyOf(l), l.asked]))
  for (const l of now.limits) {
    const old = then.get(keyOf(l))
    if (old !== undefined && l.asked >= old) rates.set(keyOf(l), ((l.asked - old) * 1000) / (now.at - before.at))
  }
  return rates
}
