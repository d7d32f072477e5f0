import { describe, expect, test } from 'vitest'
import { lanesOf } from './model'
import { edgesOf, rank } from './rank'
import { anyGraph, node, pipeline, twice } from '@/test/graphs'

test('lanes stand in the order of serving; an unknown stage before the last', () => {
  expect(lanesOf([node('a', 'out'), node('b', 'audit'), node('c', 'recall')])).toEqual(['recall', 'audit', 'out'])
})

test('edges are each input once and the fallback', () => {
  const nodes = [node('a', 'recall'), node('b', 'recall', ['a', 'a', 'b', 'nobody'], { fallback: 'a' })]
  expect(edgesOf({ nodes })).toEqual([
    { from: 'a', to: 'b', kind: 'input', back: false },
    { from: 'a', to: 'b', kind: 'fallback', back: false },
  ])
})

describe('bands', () => {
  test('of a pipeline that goes through its stages once are its lanes', () => {
    expect(rank({ nodes: pipeline(2) }).bands).toEqual([
      { stage: 'feature', layers: [['me']] },
      { stage: 'recall', layers: [['r_0', 'r_1']] },
      { stage: 'merge', layers: [['pool']] },
      { stage: 'rank', layers: [['coarse'], ['fine']] },
      { stage: 'out', layers: [['page']] },
    ])
  })

  test('a stage that is gone back to has another one, and the chain reads from left to right', () => {
    expect(rank({ nodes: twice }).bands).toEqual([
      { stage: 'feature', layers: [['stranger'], ['me']] },
      { stage: 'recall', layers: [['near', 'hot']] },
      { stage: 'merge', layers: [['pool'], ['fresh']] },
      { stage: 'rank', layers: [['coarse']] },
      { stage: 'merge', layers: [['whole']] },
      { stage: 'rank', layers: [['fine'], ['page']] },
      { stage: 'out', layers: [['answer']] },
    ])
  })

  test('inside a band a node stands below the lowest it reads, by the longest path', () => {
    const nodes = [node('c', 'rank', ['a', 'b']), node('b', 'rank', ['a']), node('a', 'rank'), node('free', 'rank')]
    expect(rank({ nodes }).bands).toEqual([{ stage: 'rank', layers: [['a', 'free'], ['b'], ['c']] }])
  })
})

test('every edge goes from a lower to a higher rank in reading direction', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const nodes = anyGraph(seed)
    const { bands, edges } = rank({ nodes })
    const place = new Map(bands.flatMap((b, i) => b.layers.flatMap((l, j) => l.map((n) => [n, i * 1000 + j] as const))))
    expect(place.size).toBe(nodes.length)
    for (const e of edges) if (!e.back) expect(place.get(e.to), `seed ${seed}: ${e.from} → ${e.to}`).toBeGreaterThan(place.get(e.from) ?? NaN)
    // Inputs of a graph without rings never go back.
    expect(edges.filter((e) => e.back && e.kind === 'input')).toEqual([])
  }
})

test('a ring ends at the edge that closes it; a fallback is blamed before an input', () => {
  const ring = edgesOf({ nodes: [node('a', 'rank', ['b']), node('b', 'rank', ['a'])] })
  expect(ring.filter((e) => e.back)).toHaveLength(1)
  const nodes = [node('a', 'rank', [], { fallback: 'b' }), node('b', 'rank', ['a'])]
  expect(edgesOf({ nodes }).map((e) => [e.kind, e.back])).toEqual([
    ['fallback', true],
    ['input', false],
  ])
})
