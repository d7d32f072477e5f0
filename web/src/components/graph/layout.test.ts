import { describe, expect, test } from 'vitest'
import { rowsOf } from './cells'
import { NODE, type Layout, type Placed, type Point } from './layout'
import { shortName, topologyOf, type StageNode } from './model'
import { neighbour } from './neighbour'
import { layOut } from './nest'
import { anyGraph, node, pipeline, twice, withBodies } from '@/test/graphs'

const at = (nodes: StageNode[]) => new Map(layOut({ nodes }).placed.map((p) => [p.node.name, p]))
const ring = [node('a', 'rank', ['c', 'nobody']), node('b', 'rank', ['a', 'b']), node('c', 'merge', ['b'], { fallback: 'a' })]
/** Many graphs of many kinds: each property holds for all of them. */
const graphs: [string, StageNode[]][] = [
  ...Array.from({ length: 60 }, (_, i): [string, StageNode[]] => [`seed ${i + 1}`, anyGraph(i + 1)]),
  ...[1, 12, 13, 42, 500].map((n): [string, StageNode[]] => [`${n} recalls`, pipeline(n)]),
  ...Array.from({ length: 60 }, (_, i): [string, StageNode[]] => [`bodies, seed ${i + 1}`, withBodies(i + 1)]),
  ['stages visited twice', twice],
  ['a ring', ring],
]

/** Whether the straight piece runs through the inside of the card. */
function crosses(a: Point, b: Point, card: Placed): boolean {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  return right > card.x && left < card.x + card.width && bottom > card.y && top < card.y + card.height
}

const pieces = (l: Layout) => l.edges.flatMap((e) => e.points.slice(1).map((b, i) => ({ e, a: e.points[i] as Point, b })))

describe.each(graphs)('%s', (_name, nodes) => {
  const layout = layOut({ nodes })
  const place = new Map(layout.placed.map((p) => [p.node.name, p]))
  /** Whether the node stands in the body of the other one, or in a body therein. */
  const inside = (name: string, of: string): boolean => {
    const within = place.get(name)?.node.within
    return within !== undefined && (within === of || inside(within, of))
  }

  test('cards do not overlap and stand in their band and frame, bands do not overlap', () => {
    expect(layout.placed.map((p) => p.node.name).sort()).toEqual(nodes.map((n) => n.name).sort())
    layout.placed.forEach((p, i) => {
      for (const q of layout.placed.slice(0, i)) {
        const apart = p.x >= q.x + q.width || q.x >= p.x + p.width || p.y >= q.y + q.height || q.y >= p.y + p.height
        if (!apart && !inside(p.node.name, q.node.name) && !inside(q.node.name, p.node.name)) throw new Error(`${p.node.name} and ${q.node.name} overlap`)
      }
      const frame = place.get(p.node.within ?? '')
      if (frame) {
        expect(p.x > frame.x && p.x + p.width < frame.x + frame.width).toBe(true)
        expect(p.y > frame.y + NODE.height && p.y + p.height < frame.y + frame.height).toBe(true)
      }
    })
    for (const p of layout.placed) {
      const lane = layout.lanes[p.lane]
      expect(lane?.stage).toBe(p.node.stage)
      expect(p.x).toBeGreaterThan(lane?.x ?? NaN)
      expect(p.x + p.width).toBeLessThan((lane?.x ?? NaN) + (lane?.width ?? NaN))
      expect(p.y).toBeGreaterThan(lane?.y ?? NaN)
      expect(p.y + p.height).toBeLessThan((lane?.y ?? NaN) + (lane?.height ?? NaN))
    }
    const outer = layout.lanes.filter((l) => l.y === 0)
    outer.forEach((l, i) => i > 0 && expect(l.x).toBeGreaterThan((outer[i - 1]?.x ?? 0) + (outer[i - 1]?.width ?? 0)))
  })

  test('no edge runs through a card', () => {
    for (const { e, a, b } of pieces(layout)) {
      expect(a.x === b.x || a.y === b.y, `${e.from} → ${e.to} is slanted`).toBe(true)
      for (const p of layout.placed) if (crosses(a, b, p) && !inside(e.from, p.node.name)) throw new Error(`${e.from} → ${e.to} runs through ${p.node.name}`)
    }
  })

  test('an edge begins at its source, ends at its target from the left or from above, and stays in the picture', () => {
    for (const e of layout.edges) {
      const [from, to] = [place.get(e.from), place.get(e.to)]
      const [first, last] = [e.points[0], e.points[e.points.length - 1]]
      expect(first && from && (first.x === from.x + from.width || first.y === from.y + from.height)).toBe(true)
      expect(last && to && (last.x === to.x || last.y === to.y)).toBe(true)
      for (const p of e.points) expect(p.x > 0 && p.x < layout.width && p.y > 0 && p.y < layout.height, `${e.from} → ${e.to} leaves the picture`).toBe(true)
    }
  })

  test('every edge leads to the right or down', () => {
    for (const e of layout.edges) {
      const [from, to] = [place.get(e.from), place.get(e.to)]
      if (!from || !to || e.back) continue
      expect(to.x > from.x || to.y > from.y, `${e.from} → ${e.to}`).toBe(true)
      if (to.lane !== from.lane) expect(to.x).toBeGreaterThan(from.x + from.width)
    }
  })
})

test('the chain of a pipeline that ranks twice is straight where it can be', () => {
  const p = at(twice)
  const y = (name: string) => p.get(name)?.y ?? NaN
  expect([y('fresh'), y('coarse'), y('whole'), y('fine')]).toEqual([y('fresh'), y('fresh'), y('fresh'), y('fresh')])
})

test('an edge that skips a lane goes by the cards of the lane', () => {
  const nodes = [node('a', 'feature'), node('b', 'recall', ['a']), node('c', 'rank', ['a', 'b'])]
  const skip = layOut({ nodes }).edges.find((e) => e.from === 'a' && e.to === 'c')
  expect(skip?.points.length).toBe(6)
})

test('edges cross less than in the order of the text', () => {
  // Two by two, declared the wrong way round.
  const nodes = [node('a', 'recall'), node('b', 'recall'), node('c', 'merge', ['b']), node('d', 'merge', ['a'])]
  const p = at(nodes)
  expect(p.get('d')?.y).toBe(p.get('a')?.y)
  expect(p.get('c')?.y).toBe(p.get('b')?.y)
})

test('edges lie on each other only where they share an end', () => {
  const layout = layOut({ nodes: [...['a', 'b'].map((n) => node(n, 'recall')), node('c', 'merge', ['b']), node('d', 'merge', ['a', 'b']), node('e', 'merge', ['a'])] })
  const upright = pieces(layout).filter(({ a, b }) => a.x === b.x)
  for (const p of upright) {
    for (const q of upright) {
      if (p.e.from === q.e.from || p.e.to === q.e.to || p.a.x !== q.a.x) continue
      expect(Math.max(p.a.y, p.b.y) <= Math.min(q.a.y, q.b.y) || Math.max(q.a.y, q.b.y) <= Math.min(p.a.y, p.b.y)).toBe(true)
    }
  }
})

test('a chain longer than the limit goes on beside', () => {
  const chain = Array.from({ length: 25 }, (_, i) => node(`n${i}`, 'rank', i > 0 ? [`n${i - 1}`] : []))
  const xs = [...at(chain).values()].map((c) => c.x)
  expect(new Set(xs).size).toBe(3)
  expect([...xs].sort((a, b) => a - b)).toEqual(xs)
})

test('a wide layer is folded into columns of about one length', () => {
  const byX = new Map<number, number>()
  for (const p of layOut({ nodes: pipeline(42) }).placed) if (p.node.stage === 'recall') byX.set(p.x, (byX.get(p.x) ?? 0) + 1)
  expect([...byX.values()]).toEqual([11, 11, 11, 9])
  expect(rowsOf(47)).toBe(12)
})

test('nothing moves when only numbers and words change', () => {
  const nodes = pipeline(20)
  const other = nodes.map((n) => ({ ...n, op: 'score', optional: true, resource: 'games' }))
  expect(topologyOf({ nodes: other })).toBe(topologyOf({ nodes }))
  const spot = (list: StageNode[]) => layOut({ nodes: list }).placed.map((p) => [p.node.name, p.x, p.y])
  expect(spot(other)).toEqual(spot(nodes))
})

test('no nodes, no picture', () => expect(layOut({ nodes: [] })).toMatchObject({ placed: [], lanes: [], edges: [], width: 0 }))

test('a body stands in a frame below its node, and its edges in the frame', () => {
  const nodes = [node('a', 'recall'), node('l', 'merge', ['a']), node('b', 'rank', ['l']), node('l.in', 'feature', [], { within: 'l' }), node('l.f', 'merge', ['l.in'], { within: 'l' })]
  const layout = layOut({ nodes })
  expect(layout.placed.map((p) => p.node.name)).toEqual(['a', 'l', 'l.in', 'l.f', 'b'])
  expect(layout.edges.map((e) => `${e.from} ${e.to}`).sort()).toEqual(['a l', 'l b', 'l.in l.f'])
  const p = at(nodes)
  expect(p.get('b')?.y).toBe(p.get('l')?.y)
  expect(p.get('l')?.width).toBeGreaterThan(2 * NODE.width)
})

test.each([
  [node('l', 'merge'), 'l'],
  [node('l.f', 'merge', [], { within: 'l' }), 'f'],
  [node('l.in.got', 'feature', [], { within: 'l', op: 'input' }), 'got'],
  [node('own', 'merge', [], { within: 'l' }), 'own'],
])('%j is called %s in its frame', (n, want) => expect(shortName(n)).toBe(want))

test('a body of nobody stands in the picture all the same', () => {
  expect(layOut({ nodes: [node('a', 'recall', [], { within: 'gone' })] }).placed.length).toBe(1)
})

test('arrow keys reach every node and stop at the edges', () => {
  const nodes = [...pipeline(30), node('pool.in', 'feature', [], { within: 'pool' }), node('pool.cut', 'out', ['pool.in'], { within: 'pool' })]
  const layout = layOut({ nodes })
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
