import { describe, expect, test } from 'vitest'
import { edgesOf, layOut, neighbour, NODE, rowsOf } from './layout'
import { lanesOf, topologyOf, type StageNode } from './model'

const node = (name: string, stage: string, inputs: string[] = [], more: Partial<StageNode> = {}): StageNode => ({ name, op: 'take', stage, inputs, ...more })

/** The shape of a usual pipeline with as many recalls as asked for. */
function pipeline(recalls: number): StageNode[] {
  const names = Array.from({ length: recalls }, (_, i) => `r_${i}`)
  return [
    node('me', 'feature'),
    ...names.map((n) => node(n, 'recall', ['me'])),
    node('pool', 'merge', names),
    node('coarse', 'rank', ['pool']),
    node('fine', 'rank', ['coarse', 'me']),
    node('page', 'out', ['fine']),
  ]
}

const at = (nodes: StageNode[]) => new Map(layOut({ nodes }).placed.map((p) => [p.node.name, p]))

describe('lanes', () => {
  test('stand in the order of serving; an unknown stage before the last', () => {
    expect(lanesOf([node('a', 'out'), node('b', 'audit'), node('c', 'recall')])).toEqual(['recall', 'audit', 'out'])
  })

  test('do not overlap, and hold their nodes', () => {
    const { placed, lanes } = layOut({ nodes: pipeline(40) })
    lanes.forEach((l, i) => i > 0 && expect(l.x).toBeGreaterThanOrEqual((lanes[i - 1]?.x ?? 0) + (lanes[i - 1]?.width ?? 0)))
    for (const p of placed) {
      const lane = lanes[p.lane]
      expect(p.x).toBeGreaterThanOrEqual(lane?.x ?? NaN)
      expect(p.x + NODE.width).toBeLessThanOrEqual((lane?.x ?? NaN) + (lane?.width ?? NaN))
    }
  })
})

describe('nodes', () => {
  test('a chain in a lane goes down by longest path, each below what it reads', () => {
    const p = at([node('a', 'rank'), node('b', 'rank', ['a']), node('c', 'rank', ['a', 'b'])])
    const y = (name: string) => p.get(name)?.y ?? NaN
    expect([y('a') < y('b'), y('b') < y('c')]).toEqual([true, true])
    expect(new Set([...p.values()].map((c) => c.x)).size).toBe(1)
  })

  test('lanes of one node each are a straight line', () => {
    const p = at([node('a', 'recall'), node('b', 'merge', ['a']), node('c', 'out', ['b'])])
    expect(new Set([...p.values()].map((c) => c.y)).size).toBe(1)
  })

  test('a chain longer than the limit goes on beside', () => {
    const chain = Array.from({ length: 25 }, (_, i) => node(`n${i}`, 'rank', i > 0 ? [`n${i - 1}`] : []))
    const xs = [...at(chain).values()].map((c) => c.x)
    expect(new Set(xs).size).toBe(3)
    expect([...xs].sort((a, b) => a - b)).toEqual(xs)
  })

  test('never overlap, whatever the number', () => {
    for (const n of [1, 12, 13, 60, 500]) {
      const { placed } = layOut({ nodes: pipeline(n) })
      const cells = new Set(placed.map((p) => `${p.x}/${p.y}`))
      expect(cells.size).toBe(placed.length)
      for (const a of placed) for (const b of placed) if (a !== b && a.x === b.x) expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(NODE.height)
    }
  })

  test('a wide layer is folded into columns of about one length', () => {
    const { placed } = layOut({ nodes: pipeline(42) })
    const byX = new Map<number, number>()
    for (const p of placed) if (p.node.stage === 'recall') byX.set(p.x, (byX.get(p.x) ?? 0) + 1)
    expect([...byX.values()]).toEqual([9, 9, 9, 9, 6])
    expect(rowsOf(47)).toBe(10)
  })

  test('stay where they are when only numbers and words change', () => {
    const nodes = pipeline(20)
    const other = nodes.map((n) => ({ ...n, op: 'score', optional: true, resource: 'games' }))
    expect(topologyOf({ nodes: other })).toBe(topologyOf({ nodes }))
    const spot = (list: StageNode[]) => layOut({ nodes: list }).placed.map((p) => [p.node.name, p.x, p.y])
    expect(spot(other)).toEqual(spot(nodes))
  })

  test('a ring or an unknown input ends the program of nobody', () => {
    const p = at([node('a', 'rank', ['b', 'nobody']), node('b', 'rank', ['a', 'b'])])
    expect(p.size).toBe(2)
  })

  test('no nodes, no picture', () => expect(layOut({ nodes: [] })).toMatchObject({ placed: [], lanes: [], edges: [], width: 0 }))
})

test('edges are each input once and the fallback', () => {
  const nodes = [node('a', 'recall'), node('b', 'recall', ['a', 'a'], { fallback: 'a' })]
  expect(edgesOf({ nodes })).toEqual([
    { from: 'a', to: 'b', kind: 'input', down: true },
    { from: 'a', to: 'b', kind: 'fallback', down: true },
  ])
  expect(edgesOf({ nodes: pipeline(1) }).map((e) => e.down)).toEqual([false, false, false, true, false, false])
})

test('arrow keys reach every node and stop at the edges', () => {
  const layout = layOut({ nodes: pipeline(30) })
  const seen = new Set(['me'])
  const queue = ['me']
  while (queue.length > 0) {
    const from = queue.shift() ?? ''
    for (const way of ['left', 'right', 'up', 'down'] as const) {
      const to = neighbour(layout, from, way)
      if (!seen.has(to)) {
        seen.add(to)
        queue.push(to)
      }
    }
  }
  expect(seen.size).toBe(layout.placed.length)
  expect(neighbour(layout, 'me', 'left')).toBe('me')
})
