import { describe, expect, test } from 'vitest'
import { bar, scaleFor, wilson } from './wilson'

const i = (rate: number, low: number, high: number, n = 100) => ({ rate, low, high, n })

describe('the Wilson bar', () => {
  test('positions are shares of the scale', () => {
    expect(bar(i(0.25, 0.125, 0.375), 0.5)).toEqual({ from: 0.25, to: 0.75, dot: 0.5, cut: false })
  })
  test('nothing is drawn for n = 0', () => expect(bar(i(0, 0, 1, 0), 0.1)).toBeNull())
  test('what goes beyond the scale is cut and says so', () => {
    expect(bar(i(0.25, 0.125, 0.75), 0.5)).toEqual({ from: 0.25, to: 1, dot: 0.5, cut: true })
  })
  test('the dot never stands outside its interval', () => {
    const b = bar(i(0, 0.001, 0.04), 0.05)
    expect(b?.from).toBe(0)
    expect(b?.dot).toBe(0)
  })
  test.each([
    [[i(0.001, 0, 0.004)], 0.01],
    [[i(0.04, 0.03, 0.06), i(0, 0, 0.01)], 0.1],
    [[i(0, 0, 1, 0)], 0.01],
    [[i(0, 0, 0.9, 3)], 0.5],
    [[i(0.9, 0.8, 0.95)], 1],
    [[], 0.01],
  ])('the scale is round and holds the rows %#', (rows, want) => expect(scaleFor(rows)).toBe(want))
})

// By hand from Wilson's formula with z = 1.96.
test.each([
  [0, 10, 0, 0.2775],
  [5, 100, 0.0215, 0.1118],
  [50, 100, 0.4038, 0.5962],
  [10, 10, 0.7225, 1],
])('%d of %d', (bad, n, low, high) => {
  const got = wilson(bad, n)
  expect(got.low).toBeCloseTo(low, 4)
  expect(got.high).toBeCloseTo(high, 4)
})
