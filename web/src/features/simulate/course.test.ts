import { expect, test } from 'vitest'
import type { SimulationResult } from '@/api/types'
import { courseOf, lostOf, statesOf } from './course'

const point = (at_s: number, state: string, refused: number, late: number) => ({ at_s, rate: 100, capacity: 80, state, refused, late })
const result = (timeline: SimulationResult['timeline']) => ({ policy: 'ours', timeline }) as SimulationResult

test('what is lost a second is the difference of the sums', () => {
  expect(lostOf(result([point(0, '', 0, 0), point(0.5, '', 3, 2), point(1, '', 3, 2), point(1, '', 9, 9)]))).toEqual([0, 10, 0, 0])
})

test('states last until the next', () => {
  const line = [point(0, 'NORMAL', 0, 0), point(1, 'NORMAL', 0, 0), point(2, 'DEGRADED', 0, 0), point(3, 'NORMAL', 0, 0), point(4, 'NORMAL', 0, 0)]
  expect(statesOf(result(line))).toEqual([
    { state: 'NORMAL', from: 0, to: 2 },
    { state: 'DEGRADED', from: 2, to: 3 },
    { state: 'NORMAL', from: 3, to: 4 },
  ])
  expect(statesOf(result([point(0, '', 0, 0)]))).toEqual([])
})

test('no result has no course', () => {
  expect(courseOf([])).toEqual({ times: [], rate: [], capacity: [] })
})
