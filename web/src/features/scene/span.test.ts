import { expect, test } from 'vitest'
import { askFor, join, stretchOf } from './span'

test.each([
  [{}, { window: 900, end: null }],
  [{ last: '24h' }, { window: 86_400, end: null }],
  [{ from: 1000, to: 4000 }, { window: 3000, end: 4000 }],
] as const)('%j', (search, want) => expect(stretchOf(search)).toEqual(want))

test.each([
  [{ window: 900, end: null }, null],
  [{ window: 3600, end: null }, '61m'],
  [{ window: 86_400, end: null }, '1441m'],
  [{ window: 60, end: 99_900 }, null],
  [{ window: 600, end: 97_000 }, '61m'],
  [{ window: 600, end: 600 }, '1668m'],
])('%j asks for %j', (stretch, want) => expect(askFor(stretch, 900, 100_000)).toBe(want))

const series = (t0: number, values: (number | null)[], step = 1) => ({ t0, step, columns: { qps: values } })

test('live values continue what was asked for', () =>
  expect(join(series(10, [1, 2, 3]), series(12, [9, 4]), { window: 60, end: null })?.columns.qps).toEqual([1, 2, 9, 4]))

test('another step does not mix', () => expect(join(series(10, [1, 2], 10), series(12, [9]), { window: 600, end: null })?.columns.qps).toEqual([1, 2]))

test('a past stretch is cut at both ends', () => {
  expect(join(series(10, [1, 2, 3, 4, 5]), null, { window: 2, end: 13 })).toEqual(series(11, [2, 3, 4]))
  expect(join(null, series(10, [1, 2, 3, 4, 5]), { window: 2, end: 13 })).toEqual(series(11, [2, 3, 4]))
})
