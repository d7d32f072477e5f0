import { expect, test } from 'vitest'
import type { DegradationEvent } from '@/api/types'
import { momentOf, spanOf, stretchesOf } from './moment'

const event = (second: number, from: string, to: string, seq = second): DegradationEvent => ({
  seq,
  at: new Date(second * 1000).toISOString(),
  scene: 'home',
  from,
  to,
  why: '',
  rate: 0,
  budget: 0,
  need: 0,
  full: 1,
  late_low: 0,
  late_high: 0,
  plan: 'full',
})

const events = [event(100, 'normal', 'degraded'), event(105, 'degraded', 'degraded'), event(120, 'degraded', 'recovering'), event(130, 'recovering', 'normal')]

test('a state lasts from its change to the next; a note changes nothing', () => {
  const got = stretchesOf([...events].reverse(), 90_000, 140_000).map((s) => [s.state, s.from / 1000, s.to / 1000])
  expect(got).toEqual([
    ['normal', 90, 100],
    ['degraded', 100, 120],
    ['recovering', 120, 130],
    ['normal', 130, 140],
  ])
})

test('a stretch that began before the timeline is in the state of its last change', () => {
  expect(stretchesOf(events, 110_000, 115_000).map((s) => s.state)).toEqual(['degraded'])
  expect(stretchesOf(events, 150_000, 160_000).map((s) => s.state)).toEqual(['normal'])
  expect(stretchesOf([], 0, 1000).map((s) => s.state)).toEqual(['normal'])
})

test('a moment is told by what came last before it', () => {
  expect(momentOf(events, 99_999)).toBeUndefined()
  expect(momentOf(events, 107_000)?.seq).toBe(105)
  expect(momentOf([...events].reverse(), 125_000)?.seq).toBe(120)
  // Two of one moment: the later number is the later one.
  expect(momentOf([event(100, 'normal', 'degraded', 7), event(100, 'degraded', 'shedding', 8)], 100_000)?.to).toBe('shedding')
})

test('the timeline reaches back before the first change', () => {
  expect(spanOf([], 1_000_000, 60_000)).toBe(940_000)
  expect(spanOf(events, 200_000, 60_000)).toBe(97_000)
})
