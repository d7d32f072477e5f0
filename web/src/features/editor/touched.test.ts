import { expect, test } from 'vitest'
import type { PlanChange } from '@/api/types'
import { touched, weigh } from './touched'

const change = (kind: PlanChange['kind'], name: string, ...scenes: string[]) => ({ kind, name, scenes }) as unknown as PlanChange

test('scenes change by themselves and by their pipelines, and each is named once', () =>
  expect(touched({ changes: [change('pipeline', 'feed', 'home', 'late'), change('scene', 'home'), change('resource', 'apps')] })).toEqual({
    scenes: ['home', 'late'],
    resources: ['apps'],
  }))

test('the traffic of the scenes, and its share of all', () => {
  const board = [
    { scene: 'home', qps: 60 },
    { scene: 'search', qps: 40 },
  ]
  expect(weigh(['home', 'fresh'], board)).toEqual({
    scenes: [
      { name: 'home', qps: 60 },
      { name: 'fresh', qps: undefined },
    ],
    qps: 60,
    share: 0.6,
  })
  expect(weigh([], board)).toMatchObject({ qps: 0, share: 0 })
  expect(weigh(['home'], []).share).toBeNull()
})
