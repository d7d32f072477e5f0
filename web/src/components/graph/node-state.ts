// What a node's numbers say, in one word. As the server judges a scene: what
// goes wrong counts when it is proven, that is by the lower bound of its share's
// 95 % interval over enough requests. One late answer of two proves nothing.
import { wilson } from '@/lib/wilson'

export interface NodeNumbers {
  qps: number
  p50_ms: number
  p99_ms: number
  /** A second, by outcome, over the newest ten. */
  outcomes: Readonly<Record<string, number>>
  n: number
  /** Switched off by the degradation. */
  off?: boolean | undefined
}

/** Seconds that the outcomes are counted over. */
export const OUTCOME_SECONDS = 10
/** Requests that it takes to prove anything. */
export const ENOUGH = 20
/** Above this share a node is in trouble, as a scene is; above the lower one it comes near. */
export const LIMIT = 0.05
export const NEAR = 0.01

export type NodeState = 'idle' | 'normal' | 'slow' | 'timeout' | 'error' | 'degraded' | 'fallback' | 'skipped'

/** What is proven of a share: the lower bound of its interval, 0 while there are too few requests. */
export function proven(now: NodeNumbers, ...outcomes: readonly string[]): number {
  const n = Math.round(total(now) * OUTCOME_SECONDS)
  if (n < ENOUGH) return 0
  const bad = outcomes.reduce((sum, name) => sum + (now.outcomes[name] ?? 0), 0)
  return wilson(Math.min(n, Math.round(bad * OUTCOME_SECONDS)), n).low
}

function total(now: NodeNumbers): number {
  let all = 0
  for (const name in now.outcomes) all += now.outcomes[name] ?? 0
  return all
}

export function stateOf(now: NodeNumbers | undefined): NodeState {
  if (!now) return 'idle'
  if (now.off) return 'degraded'
  const all = total(now)
  if (now.n === 0 || all === 0) return 'idle'
  const some = (name: string) => (now.outcomes[name] ?? 0) / all
  // Off for most requests is off; what fails is worse than what was replaced.
  if (some('degraded') > 0.5) return 'degraded'
  if (some('error') > 0 && proven(now, 'error') > LIMIT) return 'error'
  if (some('timeout') > 0 && proven(now, 'timeout') > LIMIT) return 'timeout'
  if (some('fallback') > 0 && proven(now, 'fallback') > NEAR) return 'fallback'
  if (some('error') + some('timeout') > 0 && proven(now, 'error', 'timeout') > NEAR) return 'slow'
  if (some('skipped') > 0.99) return 'skipped'
  return 'normal'
}
