import { expect, test } from 'vitest'
import { newest, rising, timeoutsOver, WINDOW_SECONDS } from './timeouts'

const second = { t0: 0, step: 1 }

test('ten seconds tell more than one', () => {
  const n = 40
  const series = { ...second, columns: { qps: new Array<number>(n).fill(10), timeout: Array.from({ length: n }, (_, i) => (i === 20 ? 0.5 : 0)) } }
  const { rate, low, high } = timeoutsOver(series)
  // 5 of 100 by Wilson: 0.0215 to 0.1118; 5 of 10 alone would be 0.24 to 0.76.
  expect(rate[20]).toBeCloseTo(0.05, 6)
  expect(low[20]).toBeCloseTo(0.0215, 4)
  expect(high[20]).toBeCloseTo(0.1118, 4)
  expect(rate[19]).toBe(0)
  expect(rate[20 + WINDOW_SECONDS - 1]).toBeCloseTo(0.05, 6)
  expect(rate[20 + WINDOW_SECONDS]).toBe(0)
})

test('a gap stays a gap, and no requests are no rate', () => {
  const { rate, high } = timeoutsOver({ ...second, columns: { qps: [5, null, 5], timeout: [0, null, 1] } })
  expect(rate).toEqual([0, null, 0.5])
  expect(high[1]).toBeNull()
  expect(timeoutsOver({ ...second, columns: { qps: [0, 0], timeout: [null, null] } }).rate).toEqual([null, null])
})

test('coarse samples keep the bounds of the server', () => {
  const columns = { qps: [5], timeout: [0.1], timeout_low: [0.08], timeout_high: [0.13] }
  expect(timeoutsOver({ t0: 0, step: 60, columns })).toEqual({ n: [300], rate: [0.1], low: [0.08], high: [0.13] })
  expect(timeoutsOver(null)).toEqual({ n: [], rate: [], low: [], high: [] })
  // The board's series has no timeouts: unknown, not none.
  expect(timeoutsOver({ ...second, columns: { qps: [5] } }).rate).toEqual([])
})

test('the newest window is the figure beside the chart', () => {
  const n = 30
  const series = { ...second, columns: { qps: new Array<number>(n).fill(10), timeout: Array.from({ length: n }, (_, i) => (i >= 25 ? 0.5 : 0)) } }
  expect(newest(timeoutsOver(series))).toMatchObject({ n: 100, rate: 0.25 })
  expect(newest(timeoutsOver({ ...second, columns: { qps: [5, null], timeout: [0, null] } }))).toBeUndefined()
  expect(newest(timeoutsOver({ ...second, columns: { qps: [0], timeout: [null] } }))).toEqual({ n: 0, rate: 0, low: 0, high: 1 })
})

test.each([
  ['normal', { n: 1000, rate: 0.77, low: 0.74, high: 0.8 }, 0.05, true],
  ['degraded', { n: 1000, rate: 0.77, low: 0.74, high: 0.8 }, 0.05, true],
  ['slow', { n: 1000, rate: 0.77, low: 0.74, high: 0.8 }, 0.05, false],
  ['normal', { n: 1000, rate: 0.06, low: 0.047, high: 0.08 }, 0.05, false],
  ['normal', { n: 10, rate: 1, low: 0.7, high: 1 }, 0.05, false],
  ['normal', undefined, 0.05, false],
  ['normal', { n: 1000, rate: 0.77, low: 0.74, high: 0.8 }, undefined, false],
] as const)('%s beside %j: worse than its word is %s', (state, now, limit, want) => expect(rising(state, now, limit)).toBe(want))
