import { expect, test } from 'vitest'
import { drawn } from './drawn'

const arm = (name: string) => ({ name, share: 0.5, set: [] })
const few = { name: 'few', arms: [arm('control'), arm('few')] }

test('shares are of what fell into the experiment, another one\'s arm of the same name does not count', () => {
  const now = [
    { experiment: 'few', arm: 'few', requests: 30 },
    { experiment: 'few', arm: 'control', requests: 90 },
    { experiment: 'order', arm: 'control', requests: 500 },
  ]
  expect(drawn(now, few)).toEqual([
    { requests: 90, share: 0.75 },
    { requests: 30, share: 0.25 },
  ])
})

test('no request is no share, and what is not known is not zero', () => {
  expect(drawn([{ experiment: 'few', arm: 'few', requests: 0 }], few)).toEqual([
    { requests: null, share: null },
    { requests: 0, share: null },
  ])
})
