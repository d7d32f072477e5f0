import { expect, it } from 'vitest'
import { requestsOf, tiersOf } from './source'

it('reads JSON objects, one a line, and nothing else', () => {
  expect(requestsOf('{"k": 1}\n\n {"k": 2} \n')).toEqual([{ k: 1 }, { k: 2 }])
  for (const bad of ['', '\n', '[1]', 'null', '{"k": 1}\n{', '1']) expect(requestsOf(bad)).toBeNull()
})

it('weights of tiers', () => {
  expect(tiersOf('')).toEqual({})
  expect(tiersOf('newcomers 3, loyal=1，others:0.5')).toEqual({ newcomers: 3, loyal: 1, others: 0.5 })
  for (const bad of ['newcomers', '3', 'a b c', 'a -1', 'a 1 2']) expect(tiersOf(bad)).toBeNull()
})
