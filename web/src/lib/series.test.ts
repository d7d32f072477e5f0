import { describe, expect, test } from 'vitest'
import { merge, sparkPath, sum, timesOf, type Sample, type Series } from './series'

const s = (t0: number, qps: Sample[], step = 1): Series => ({ t0, step, columns: { qps } })

describe('merge', () => {
  const cases: [string, Series | null, Series, number, Series][] = [
    ['nothing before', null, s(10, [1, 2]), 9, s(10, [1, 2])],
    ['behind', s(10, [1, 2]), s(12, [3]), 9, s(10, [1, 2, 3])],
    ['a hole is null', s(10, [1]), s(13, [4]), 9, s(10, [1, null, null, 4])],
    ['a later null overwrites', s(10, [1, 2]), s(11, [null, 3]), 9, s(10, [1, null, 3])],
    ['the same again changes nothing', s(10, [1, 2]), s(10, [1, 2]), 9, s(10, [1, 2])],
    ['before', s(12, [3]), s(10, [1, 2]), 9, s(10, [1, 2, 3])],
    ['the oldest leave', s(10, [1, 2, 3]), s(13, [4]), 2, s(12, [3, 4])],
    ['far apart keeps the new only', s(10, [1]), s(10_000, [2]), 5, s(10_000, [2])],
    ['another step begins anew', s(10, [1, 2]), s(10, [5], 10), 9, s(10, [5], 10)],
    ['no point keeps the old', s(10, [1]), s(0, []), 9, s(10, [1])],
  ]
  test.each(cases)('%s', (_name, old, more, capacity, want) => expect(merge(old, more, capacity)).toEqual(want))

  test('changes neither argument', () => {
    const old = s(10, [1])
    merge(old, s(11, [2]), 9)
    expect(old).toEqual(s(10, [1]))
  })
  test('what is held already is no news: the same series is given', () => {
    const old = s(100, [1, null, 3])
    expect(merge(old, s(101, [null, 3]), 300)).toBe(old)
    expect(merge(old, s(101, [null, 4]), 300)).not.toBe(old)
    expect(merge(old, s(102, [3, 4]), 300).columns).toEqual(s(100, [1, null, 3, 4]).columns)
    expect(merge(old, { ...s(101, [null]), columns: { other: [null] } }, 300)).not.toBe(old)
  })
  test('columns that only one side has', () => {
    const both = merge({ t0: 0, step: 1, columns: { a: [1] } }, { t0: 1, step: 1, columns: { b: [2] } }, 9)
    expect(both.columns).toEqual({ a: [1, null], b: [null, 2] })
  })
})

describe('sum', () => {
  test('is null only where all are', () => {
    expect(sum([s(0, [1, null, null]), s(1, [2, null, 5])], 'qps')?.columns.qps).toEqual([1, 2, null, 5])
  })
  test('of nothing is nothing', () => expect(sum([], 'qps')).toBeNull())
})

test('times', () => expect(timesOf(s(10, [1, null, 3], 5))).toEqual([10, 15, 20]))

describe('sparkPath', () => {
  const path = (qps: Sample[], slots: number, width: number, t0 = 0) => sparkPath(s(t0, qps), 'qps', slots, width, 10)

  test('a gap begins a new stroke', () => expect(path([1, 1, null, 1, 1], 5, 40).match(/M/g)).toHaveLength(2))
  test('a lone sample can be seen', () => expect(path([null, 1, null], 3, 40)).toContain('h-1.5'))
  test('zero stands at the bottom, the maximum at the top', () => expect(path([0, 4], 2, 10)).toBe('M0.0 9.0L10.0 1.0'))
  test('a short history stands at the right', () => expect(path([0, 4], 11, 100)).toBe('M90.0 9.0L100.0 1.0'))
  test('a long one is cut on the left', () => expect(path([9, 9, 0, 4], 2, 10)).toBe('M0.0 9.0L10.0 1.0'))
  test('no sample, no path', () => expect(path([null, null], 2, 40)).toBe(''))
  test('no such column, no path', () => expect(sparkPath(s(0, [1]), 'p99_ms', 2, 40, 10)).toBe(''))
  test('a bucket keeps its height while time goes on', () => {
    // 30 slots on 15 pixels: buckets of three seconds. The peak is in the second one.
    const heights = (p: string) => [...p.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((m) => m[1])
    const before = heights(path([1, 1, 1, 1, 8, 1, 1, 1, 1], 30, 15))
    const after = heights(path([1, 1, 1, 1, 8, 1, 1, 1, 1, 1], 30, 15))
    expect(before).toEqual(['8.0', '1.0', '8.0'])
    expect(after).toEqual(['8.0', '1.0', '8.0', '8.0'])
  })
})
