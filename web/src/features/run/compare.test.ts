import { expect, test } from 'vitest'
import type { ItemMove, NodeShift } from '@/api/types'
import { changedItems, climb, notable, shiftMs, signed } from './compare'

const item = (change: ItemMove['change'], rank_a: number, rank_b: number): ItemMove => ({ key: 'k', resource: 'r', change, rank_a, rank_b, score_a: null, score_b: null })
const node = (more: Partial<NodeShift>): NodeShift => ({ name: 'n', op: 'top', change: 'same', outcome_a: 'ok', outcome_b: 'ok', took_a_ms: 10, took_b_ms: 10, out_a: 5, out_b: 5, ...more })

test.each([
  [item('moved', 7, 3), 4],
  [item('moved', 1, 3), -2],
  [item('same', 2, 2), 0],
  [item('entered', 0, 3), null],
  [item('left', 4, 0), null],
])('%j climbs %j', (m, want) => expect(climb(m)).toBe(want))

test('only what changed', () => expect(changedItems([item('same', 1, 1), item('left', 2, 0)])).toHaveLength(1))

test.each<[Partial<NodeShift>, number | null, boolean]>([
  [{}, 0, false],
  [{ took_b_ms: 10.4 }, 0.4, false],
  [{ took_b_ms: 12 }, 2, true],
  [{ took_a_ms: 0.1, took_b_ms: 0.5 }, 0.4, false],
  [{ out_b: 4 }, 0, true],
  [{ change: 'changed', outcome_b: 'degraded', took_b_ms: 0 }, null, true],
  [{ change: 'added', took_a_ms: 0 }, null, true],
])('%j', (more, ms, shown) => {
  const d = shiftMs(node(more))
  if (ms === null) expect(d).toBeNull()
  else expect(d).toBeCloseTo(ms)
  expect(notable(node(more))).toBe(shown)
})

test.each([
  [1.234, 1, '+1.2'],
  [-1.26, 1, '−1.3'],
  [0.01, 1, '0'],
])('signed %f', (value, digits, want) => expect(signed(value, digits)).toBe(want))
