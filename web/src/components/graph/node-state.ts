// What a node's numbers say, in one word.

export interface NodeNumbers {
  qps: number
  p50_ms: number
  p99_ms: number
  /** A second, by outcome. */
  outcomes: Readonly<Record<string, number>>
  n: number
  /** Switched off by the degradation. */
  off?: boolean | undefined
}

/** A share of failures above this is told; below it is the noise of a busy service. */
const SHARE = 0.01

export type NodeState = 'idle' | 'normal' | 'timeout' | 'error' | 'degraded' | 'fallback' | 'skipped'

export function stateOf(now: NodeNumbers | undefined): NodeState {
  if (!now) return 'idle'
  if (now.off) return 'degraded'
  const all = Object.values(now.outcomes).reduce((sum, v) => sum + v, 0)
  if (now.n === 0 || all === 0) return 'idle'
  const share = (name: string) => (now.outcomes[name] ?? 0) / all
  // Off for most requests is off; what fails is worse than what was replaced.
  if (share('degraded') > 0.5) return 'degraded'
  if (share('error') > SHARE) return 'error'
  if (share('timeout') > SHARE) return 'timeout'
  if (share('fallback') > SHARE) return 'fallback'
  if (share('skipped') > 0.99) return 'skipped'
  return 'normal'
}
