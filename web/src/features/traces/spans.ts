// One shape for the nodes of a trace and of a run, and what a waterfall says of them.
import type { RunNode, TraceNode } from '@/api/types'

export type Span = Omit<TraceNode, 'outcome'> & { outcome: string; stage?: string }

export function spansOfRun(nodes: readonly RunNode[]): Span[] {
  return nodes.map(({ end_ms, ...n }) => ({ ...n, took_ms: Math.max(0, end_ms - n.start_ms) }))
}

export interface Chain {
  /** In the order they ran. */
  spans: Span[]
  /** Milliseconds the chain itself worked; the rest of the request it waited. */
  busy: number
  /** Of it, spent in the longest span. */
  longest: Span | undefined
}

/** The nodes that decided when the answer was there. */
export function chainOf(spans: readonly Span[]): Chain {
  const chain = spans.filter((s) => s.critical && !s.skipped).sort((a, b) => a.start_ms - b.start_ms)
  const busy = chain.reduce((sum, s) => sum + s.took_ms, 0)
  const longest = chain.reduce<Span | undefined>((best, s) => (best === undefined || s.took_ms > best.took_ms ? s : best), undefined)
  return { spans: chain, busy, longest }
}
