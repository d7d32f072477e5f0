import { describe, expect, test } from 'vitest'
import { proven, stateOf, type NodeNumbers } from './node-state'

/** Outcomes a second, counted over ten. */
const now = (outcomes: Record<string, number>, more: Partial<NodeNumbers> = {}): NodeNumbers => ({ qps: 10, p50_ms: 1, p99_ms: 5, n: 600, outcomes, ...more })

describe('the state of a node', () => {
  const cases: [string, NodeNumbers | undefined, string][] = [
    ['nothing known', undefined, 'idle'],
    ['no traffic is no trouble and no success', now({}, { n: 0 }), 'idle'],
    ['answers', now({ ok: 10, empty: 3 }), 'normal'],
    ['one timeout in a thousand is noise', now({ ok: 999, timeout: 1 }), 'normal'],
    ['two in a hundred, of a thousand, come near the limit', now({ ok: 98, timeout: 2 }), 'slow'],
    ['two in a hundred, of a hundred, may be chance', now({ ok: 9.8, timeout: 0.2 }), 'normal'],
    ['seven in a hundred, of a thousand, are proven to be too many', now({ ok: 93, timeout: 7 }), 'timeout'],
    ['seven in a hundred, of a hundred, are not yet', now({ ok: 9.3, timeout: 0.7 }), 'slow'],
    ['all of nineteen prove nothing', now({ timeout: 1.9 }), 'normal'],
    ['all of twenty do', now({ timeout: 2 }), 'timeout'],
    ['errors before timeouts', now({ ok: 80, timeout: 10, error: 10 }), 'error'],
    ['answered by the fallback', now({ ok: 90, fallback: 10 }), 'fallback'],
    ['off for most requests', now({ ok: 4, degraded: 6 }), 'degraded'],
    ['off by plan, whatever the last numbers were', now({ ok: 10 }, { off: true }), 'degraded'],
    ['never asked for', now({ skipped: 10 }), 'skipped'],
  ]
  test.each(cases)('%s', (_name, numbers, want) => expect(stateOf(numbers)).toBe(want))
})

test('what is proven is the lower bound by Wilson', () => {
  // 7 of 100: 0.0343 to 0.1375.
  expect(proven(now({ ok: 9.3, timeout: 0.7 }), 'timeout')).toBeCloseTo(0.0343, 4)
  expect(proven(now({ ok: 9.3, timeout: 0.3, error: 0.4 }), 'timeout', 'error')).toBeCloseTo(0.0343, 4)
})
