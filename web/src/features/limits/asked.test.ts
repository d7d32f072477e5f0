import { expect, test } from 'vitest'
import type { Limit } from '@/api/types'
import { ratesOf } from './asked'

const of = (asked: number, scene = 'home', tier?: string): Limit => ({ scene, ...(tier ? { tier } : {}), rate: 100, part: 1, asked })
const rates = (before: Limit[], now: Limit[], ms = 2000) => Object.fromEntries(ratesOf({ at: 1000, limits: before }, { at: 1000 + ms, limits: now }))

test('two looks tell what was asked for a second, by scene and tier', () => {
  expect(rates([of(10), of(5, 'home', 'guests')], [of(50), of(5, 'home', 'guests')])).toEqual({ 'home ': 20, 'home guests': 0 })
})

test('nothing is made up', () => {
  expect(Object.fromEntries(ratesOf(undefined, { at: 1000, limits: [of(10)] }))).toEqual({})
  expect(rates([], [of(10)])).toEqual({}) // it was not there
  expect(rates([of(90)], [of(3)])).toEqual({}) // it counts anew
  expect(rates([of(1)], [of(9)], 10)).toEqual({}) // no time went by
})
