import { expect, test } from 'vitest'
import type { Drop, Stage } from '@/api/types'
import { atOf, dropFacts, shown, telling } from './place'

test.each([
  ['main.riffle:25:12', { file: 'main.riffle', line: 25 }],
  ['a:b/c.riffle:7:1', { file: 'a:b/c.riffle', line: 7 }],
  ['main.riffle', undefined],
  ['', undefined],
  [':1:2', undefined],
])('%s', (pos, want) => expect(atOf(pos)).toEqual(want))

test('what neither brought, scored nor moved an item says nothing of its place', () => {
  const stage = (node: string, more: Partial<Stage> = {}): Stage => ({ node, op: 'take', pos: 'a:1:1', rank: 1, of: 2, ...more })
  const all = [stage('hot', { source: true }), stage('pool'), stage('fine', { scored: true }), stage('up', { moved: -2 }), stage('page', { moved: 0 })]
  expect(telling(all).map((s) => s.node)).toEqual(['hot', 'fine', 'up'])
})

test('a drop is told with its values', () => {
  const drop: Drop = { node: 'fresh', op: 'filter', pos: 'a:1:1', kind: 'condition', text: 'price < 20', values: [{ name: 'price', value: 31 }, { name: 'tag', value: null }], message: '' }
  expect(dropFacts(drop)).toEqual({ node: 'fresh', text: 'price < 20', values: 'price = 31, tag = nil', limit: 0, after: 0, by: '' })
  expect(shown('x')).toBe('"x"')
  expect(shown(['x', 1])).toBe('["x",1]')
})
