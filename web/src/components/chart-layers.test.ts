import { expect, test } from 'vitest'
import { gapsOf, lonely, newest } from './chart-layers'

test.each([
  ['none', [1, 2, 3], [5, 6, 7], 3, []],
  ['inside', [1, 2, 3, 4], [5, null, null, 7], 4, [{ from: 1, to: 4 }]],
  ['at the end', [1, 2, 3], [5, 6, null], 3, [{ from: 2, to: 3 }]],
  ['silence after the last sample', [1, 2], [5, 6], 9, [{ from: 2, to: 9 }]],
  ['zero is a value', [1, 2], [0, 0], 2, []],
  ['before the first sample', [8, 9], [1, 1], 9, [{ from: 0, to: 8 }]],
  ['no data at all', [], [], 9, [{ from: 0, to: 9 }]],
] as const)('gaps: %s', (_name, times, values, end, want) => expect(gapsOf(times, values, 1, 0, end)).toEqual(want))

test('a sample without a neighbour is a point', () => {
  expect(lonely([1, null, 2, 3, null, 4])).toEqual([0, 5])
  expect(lonely([1, 2])).toEqual([])
  expect(lonely([])).toEqual([])
})

test('a legend says the newest sample, and nothing where that is old', () => {
  expect(newest([100, 101, 102], [1, 2, null], 102)).toBe(1)
  expect(newest([100, 101, 102], [1, null, null], 111)).toBe(null)
  expect(newest([0, 60, 120], [1, 2, null], 170)).toBe(1)
  expect(newest([], [], 5)).toBe(null)
})
