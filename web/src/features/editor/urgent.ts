import type { Diagnostic } from '@/api/types'

const RANK = { error: 0, warning: 1, hint: 2 } as const

/** What stops first, and of that what is in the open file; otherwise as the server lists it. */
export function urgentFirst(all: readonly Diagnostic[], open: string | undefined): Diagnostic[] {
  const away = (d: Diagnostic) => Number(d.file !== open)
  return [...all].sort((a, b) => RANK[a.severity] - RANK[b.severity] || away(a) - away(b))
}
