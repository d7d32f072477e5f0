import { expect, test } from 'vitest'
import type { LoadPoint } from '@/api/types'
import { columnsOf } from './words'

const none = { rate: 10, due: 0, read: 0, degraded: 0, lag_ms: 0, ok: 0, late: 0, shed: 0, failed: 0, refused: 0, unsent: 0 }

test('a second nobody told of, and one without answers, is a gap and not zero', () => {
  const points: LoadPoint[] = [
    { ...none, t: 0, ok: 3, late: 1, p50_ms: 2, p99_ms: 4, read: 2, degraded: 1 },
    { ...none, t: 2 },
  ]
  const c = columnsOf(points, 100)
  expect(c.times).toEqual([100, 101, 102])
  expect(c.lost).toEqual([0.25, null, null])
  expect(c.p99).toEqual([4, null, null])
  expect(c.degraded).toEqual([0.5, null, null])
  expect(c.due).toEqual([0, null, 0])
  expect(columnsOf([], 5).times).toEqual([])
})
