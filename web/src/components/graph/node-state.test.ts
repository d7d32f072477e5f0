import { describe, expect, test } from 'vitest'
import { stateOf, type NodeNumbers } from './node-state'

const now = (outcomes: Record<string, number>, more: Partial<NodeNumbers> = {}): NodeNumbers => ({ qps: 10, p50_ms: 1, p99_ms: 5, n: 600, outcomes, ...more })

describe('the state of a node', () => {
  const cases: [string, NodeNumbers | undefined, string][] = [
    ['nothing known', undefined, 'idle'],
    ['no traffic is no trouble and no success', now({}, { n: 0 }), 'idle'],
    ['answers', now({ ok: 10, empty: 3 }), 'normal'],
    ['one timeout in a thousand is noise', now({ ok: 999, timeout: 1 }), 'normal'],
    ['two in a hundred are told', now({ ok: 98, timeout: 2 }), 'timeout'],
    ['errors before timeouts', now({ ok: 90, timeout: 5, error: 5 }), 'error'],
    ['off for most requests', now({ ok: 4, degraded: 6 }), 'degraded'],
    ['off by plan, whatever the last numbers were', now({ ok: 10 }, { off: true }), 'degraded'],
    ['never asked for', now({ skipped: 10 }), 'skipped'],
  ]
  test.each(cases)('%s', (_name, numbers, want) => expect(stateOf(numbers)).toBe(want))
})
