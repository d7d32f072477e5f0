import { expect, test } from 'vitest'
import type { PipelineNode } from '@/api/types'
import { ownArgs } from './node-facts'

const node = (more: Partial<PipelineNode>) => ({ inputs: [], knobs: [], args: [], ...more }) as unknown as PipelineNode
const args = (...names: string[]) => names.map((pair) => ({ name: pair.split('=')[0] ?? '', text: pair.split('=')[1] ?? '' }))
const own = (n: PipelineNode) => ownArgs(n).map((a) => a.name)

test('no fact of a node is told twice', () => {
  expect(own(node({ resource: 'apps', args: args('res=apps', 'query=words', 'k=5..9'), knobs: [{ arg: 'k', low: 5, high: 9 }] }))).toEqual(['query'])
  expect(own(node({ inputs: ['a', 'b'], args: args('sets=[a, b]', 'policy=rrf(60)') }))).toEqual(['policy'])
})

test('an argument that only looks alike stays', () => {
  expect(own(node({ args: args('set=items', 'res=other') }))).toEqual(['set', 'res'])
})
