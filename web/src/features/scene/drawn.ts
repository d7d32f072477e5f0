import type { ArmNow, Experiment } from '@/api/types'

export interface Drawn {
  /** Null while nothing is known of the arm. */
  requests: number | null
  /** Of all that fell into the experiment; null of none. */
  share: number | null
}

/** How the arms of an experiment were drawn, in their order. */
export function drawn(now: readonly ArmNow[], e: Pick<Experiment, 'name' | 'arms'>): Drawn[] {
  const counts = e.arms.map((a) => now.find((x) => x.experiment === e.name && x.arm === a.name)?.requests ?? null)
  const all = counts.reduce<number>((sum, n) => sum + (n ?? 0), 0)
  return counts.map((requests) => ({ requests, share: requests === null || all === 0 ? null : requests / all }))
}
