// Who has what, as shares of all requests.
import type { Degradation } from '@/api/types'

export interface Split {
  full: number
  less: number
  /** That try what is off; of those who have less otherwise. */
  trying: number
  shed: number
}

/** The shares of one whole: who is refused has nothing, and who tries is taken from those with less. */
export function splitOf(d: Pick<Degradation, 'full' | 'trying' | 'shed'>): Split {
  const shed = within(d.shed, 1)
  const full = within(d.full, 1 - shed)
  const trying = within(d.trying, 1 - shed - full)
  return { full, trying, shed, less: 1 - shed - full - trying }
}

/** A share of at most so much. Sums of floats end a hair below one: that hair is nobody. */
export function within(v: number, most: number): number {
  if (!Number.isFinite(v)) return 0
  return v > most - HAIR ? Math.max(most, 0) : Math.max(v, 0)
}

const HAIR = 1e-9
