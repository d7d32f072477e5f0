// Where the nodes stand: one lane a stage from left to right; inside a lane
// from above to below by longest path, a wide layer folded into several columns
// and a long lane into several blocks. It depends on the topology alone, so a
// number that changes moves nothing. Linear but for the sorting.
import { lanesOf, type StageNode, type Stages } from './model'

export const NODE = { width: 140, height: 40 }
const GAP = { row: 14, layer: 26, column: 10, block: 24, lane: 24 }
const HEAD = 28
const PAD = 8

export interface Placed {
  node: StageNode
  x: number
  y: number
  lane: number
}

export interface Lane {
  stage: string
  x: number
  width: number
  count: number
}

export interface Edge {
  from: string
  to: string
  kind: 'input' | 'fallback'
  /** Both ends stand in one lane: the line goes downwards. */
  down: boolean
}

export interface Layout {
  placed: readonly Placed[]
  lanes: readonly Lane[]
  edges: readonly Edge[]
  width: number
  height: number
}

/** Rows of a lane before it is folded: few for a usual pipeline, about square for a huge one. */
export function rowsOf(nodes: number): number {
  return Math.max(10, Math.ceil(Math.sqrt(nodes * 1.5)))
}

export function edgesOf(g: Stages): Edge[] {
  const stages = new Map(g.nodes.map((n) => [n.name, n.stage]))
  const edges: Edge[] = []
  for (const n of g.nodes) {
    const add = (from: string, kind: Edge['kind']) =>
      stages.has(from) && from !== n.name && edges.push({ from, to: n.name, kind, down: stages.get(from) === n.stage })
    for (const i of new Set(n.inputs)) add(i, 'input')
    if (n.fallback) add(n.fallback, 'fallback')
  }
  return edges
}

/** Longest path from the lane's beginning, over inputs in the same lane. A ring, which no compiler makes, ends at its first node. */
function depths(nodes: readonly StageNode[]): Map<string, number> {
  const byName = new Map(nodes.map((n) => [n.name, n]))
  const depth = new Map<string, number>()
  const open = new Set<string>()
  const visit = (n: StageNode): number => {
    const known = depth.get(n.name)
    if (known !== undefined) return known
    if (open.has(n.name)) return 0
    open.add(n.name)
    let d = 0
    for (const i of n.inputs) {
      const input = byName.get(i)
      if (input && input !== n) d = Math.max(d, visit(input) + 1)
    }
    open.delete(n.name)
    depth.set(n.name, d)
    return d
  }
  for (const n of nodes) visit(n)
  return depth
}

export function layOut(g: Stages): Layout {
  const rows = rowsOf(g.nodes.length)
  const yOf = new Map<string, number>()
  const placed: Placed[] = []
  const lanes: Lane[] = []
  let x = 0
  let height = 0
  lanesOf(g.nodes).forEach((stage, lane) => {
    const own = g.nodes.filter((n) => n.stage === stage)
    const depth = depths(own)
    const layers: StageNode[][] = []
    for (const n of own) (layers[depth.get(n.name) ?? 0] ??= []).push(n)
    const block = stack(
      // A ring leaves holes in the list.
      layers.filter(() => true).map((l) => ordered(l, yOf)),
      rows,
    )
    // Lanes are centred on one line, so that a pipeline of single nodes is straight.
    for (const s of block.spots) {
      const y = s.y - block.height / 2
      placed.push({ node: s.node, x: x + PAD + s.x, y, lane })
      yOf.set(s.node.name, y)
    }
    height = Math.max(height, block.height)
    lanes.push({ stage, x, width: block.width + 2 * PAD, count: own.length })
    x += block.width + 2 * PAD + GAP.lane
  })
  const middle = HEAD + PAD + height / 2
  return {
    placed: placed.map((p) => ({ ...p, y: Math.round(p.y + middle) })),
    lanes,
    edges: edgesOf(g),
    width: Math.max(0, x - GAP.lane),
    height: HEAD + height + 2 * PAD,
  }
}

interface Block {
  spots: { node: StageNode; x: number; y: number }[]
  width: number
  height: number
}

/** Layers below each other; a layer above the limit gets columns, and what does not fit below goes on beside. */
function stack(layers: readonly (readonly StageNode[])[], rows: number): Block {
  const spots: Block['spots'] = []
  let left = 0
  let width = 0
  let used = 0
  let y = 0
  let height = 0
  for (const layer of layers) {
    const columns = Math.ceil(layer.length / rows)
    const each = Math.ceil(layer.length / columns)
    if (used > 0 && used + each > rows) {
      left += width + GAP.block
      used = y = width = 0
    }
    if (used > 0) y += GAP.layer - GAP.row
    layer.forEach((node, i) => spots.push({ node, x: left + Math.floor(i / each) * (NODE.width + GAP.column), y: y + (i % each) * (NODE.height + GAP.row) }))
    used += each
    y += each * (NODE.height + GAP.row)
    width = Math.max(width, columns * (NODE.width + GAP.column) - GAP.column)
    height = Math.max(height, y - GAP.row)
  }
  return { spots, width: left + width, height }
}

/** By the mean height of what a node reads, so that lines cross less; as declared where that is equal. */
function ordered(column: readonly StageNode[], yOf: ReadonlyMap<string, number>): StageNode[] {
  const key = (n: StageNode) => {
    const ys = n.inputs.map((i) => yOf.get(i)).filter((y) => y !== undefined)
    return ys.length === 0 ? 0 : ys.reduce((a, b) => a + b, 0) / ys.length
  }
  return column
    .map((n, i) => ({ n, i, key: key(n) }))
    .sort((a, b) => a.key - b.key || a.i - b.i)
    .map((e) => e.n)
}

export type Way = 'left' | 'right' | 'up' | 'down'

/** The next node in a direction, for the arrow keys; the same one at the edge. */
export function neighbour(layout: Layout, name: string, way: Way): string {
  const from = layout.placed.find((p) => p.node.name === name)
  if (!from) return layout.placed[0]?.node.name ?? name
  const sideways = way === 'left' || way === 'right'
  const sign = way === 'left' || way === 'up' ? -1 : 1
  let best: Placed | undefined
  let cost = Infinity
  for (const p of layout.placed) {
    const along = sign * (sideways ? p.x - from.x : p.y - from.y)
    const across = Math.abs(sideways ? p.y - from.y : p.x - from.x)
    if (along <= 0 || (!sideways && across > 0)) continue
    const c = along + (sideways ? across / 4 : 0)
    if (c < cost) [best, cost] = [p, c]
  }
  return best?.node.name ?? name
}
