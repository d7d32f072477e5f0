import type { TraceNode } from '@/api/types'

/** Where a span stands on the track, in per cent of its width. */
export interface Place {
  left: number
  width: number
  /** False for what was skipped or switched off: it took no time because it did nothing. */
  ran: boolean
}

/**
 * The end of the track in milliseconds. The deadline belongs on it unless the
 * request was so quick that its spans would become specks before it.
 */
export function trackEnd(tookMs: number, deadlineMs: number, nodes: readonly Pick<TraceNode, 'start_ms' | 'took_ms'>[]): number {
  const last = Math.max(tookMs, ...nodes.map((n) => n.start_ms + n.took_ms), 0.001)
  return deadlineMs <= 4 * last ? Math.max(last, deadlineMs) : last * 1.05
}

/** A span that ran is at least a hair wide, and none reaches beyond the track. */
export function place(n: Pick<TraceNode, 'start_ms' | 'took_ms' | 'outcome'>, end: number): Place {
  const ran = n.outcome !== 'skipped' && n.outcome !== 'degraded'
  const left = Math.min(99.5, Math.max(0, (n.start_ms / end) * 100))
  const width = ran ? (n.took_ms / end) * 100 : 8
  return { left, width: Math.max(0.5, Math.min(width, 100 - left)), ran }
}
