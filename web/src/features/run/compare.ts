// What differs between two runs, for the eye: which rows matter, by how much.
import type { ItemMove, NodeShift } from '@/api/types'

/** Places an item went up (positive) or down; null where it is only in one of them. */
export function climb(m: Pick<ItemMove, 'change' | 'rank_a' | 'rank_b'>): number | null {
  return m.change === 'entered' || m.change === 'left' ? null : m.rank_a - m.rank_b
}

export const changedItems = (items: readonly ItemMove[]) => items.filter((m) => m.change !== 'same')

/** Milliseconds a node took more (positive) in b; null where it did not run in both. */
export function shiftMs(n: NodeShift): number | null {
  return n.change === 'added' || n.change === 'removed' || !ran(n.outcome_a) || !ran(n.outcome_b) ? null : n.took_b_ms - n.took_a_ms
}

function ran(outcome: string | undefined): boolean {
  return outcome !== undefined && outcome !== '' && outcome !== 'skipped' && outcome !== 'degraded'
}

/** Differences below half a millisecond and a tenth are how time scatters, not a change. */
export function notable(n: NodeShift): boolean {
  if (n.change !== 'same' || n.out_a !== n.out_b) return true
  const d = shiftMs(n)
  return d !== null && Math.abs(d) >= 0.5 && Math.abs(d) >= 0.1 * Math.max(n.took_a_ms, n.took_b_ms)
}

/** With its sign, also for plus. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return Number(text) === 0 ? '0' : `${value > 0 ? '+' : '−'}${text}`
}
