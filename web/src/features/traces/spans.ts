// One shape for the nodes of a trace and of a run, and what a waterfall says of them.
import type { RunNode, TraceNode } from '@/api/types'

export type Span = Omit<TraceNode, 'outcome'> & { outcome: string; stage?: string }

export function spansOfRun(nodes: readonly RunNode[]): Span[] {
  return nodes.map(({ end_ms, ...n }) => ({ ...n, took_ms: Math.max(0, end_ms - n.start_ms) }))
}

export interface Chain {
  /** In the order they ended. */
  spans: Span[]
  /** Milliseconds the chain itself worked; the rest of the request it waited. */
  busy: number
  /** The span that added most to them. */
  longest: Span | undefined
  /** What that was: its time after everything before it on the chain had ended. */
  longestMs: number
}

/**
 * The nodes that decided when the answer was there. A choice, a condition and a
 * loop begin before what they wait for and end after it: each node counts from
 * the moment the one before it had ended, so that no time is counted twice.
 */
export function chainOf(spans: readonly Span[]): Chain {
  const chain = spans.filter((s) => s.critical && !s.skipped).sort((a, b) => a.start_ms + a.took_ms - (b.start_ms + b.took_ms))
  let busy = 0
  let longest: Span | undefined
  let longestMs = 0
  let ended = 0
  for (const s of chain) {
    const end = s.start_ms + s.took_ms
    const own = Math.max(0, end - Math.max(s.start_ms, ended))
    ended = Math.max(ended, end)
    busy += own
    if (longest === undefined || own > longestMs) [longest, longestMs] = [s, own]
  }
  return { spans: chain, busy, longest, longestMs }
}

export interface Clocks {
  /** Milliseconds that the longest call took here, and there by the service's own word; 0 where it says nothing. */
  here: number
  there: number
  /** Most of the time went neither here nor there: the client is slow, the server is not. */
  way: boolean
}

/** Both clocks of a node that called a service. */
export function clocksOf(n: Pick<Span, 'client_ms' | 'server_ms'>): Clocks | undefined {
  const here = n.client_ms ?? 0
  if (here <= 0) return undefined
  const there = Math.min(n.server_ms ?? 0, here)
  return { here, there, way: there > 0 && here - there > Math.max(1, there) }
}
