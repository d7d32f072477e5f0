// In which order the nodes of a pipeline are read. A band is one visit to a
// lane: a pipeline that merges, ranks, filters and ranks again visits its lanes
// twice, so that no edge has to go back to the left. Inside a band a node stands
// one layer below the lowest node it reads there. Bands from left to right and
// layers from above to below are the reading direction; every edge follows it,
// but for those that close a ring, which no compiler makes.
import { lanesOf, type Stages } from './model'

export interface Edge {
  from: string
  to: string
  kind: 'input' | 'fallback'
  /** It closes a ring: the target stands before the source. */
  back: boolean
}

export interface Band {
  stage: string
  /** Names by layer, each layer as declared. */
  layers: string[][]
}

export interface Ranked {
  bands: readonly Band[]
  edges: readonly Edge[]
}

/** Each input once and the fallback; what nobody declares, and a node that reads itself, is left out. */
export function edgesOf(g: Stages): Edge[] {
  const known = new Set(g.nodes.map((n) => n.name))
  const edges: Edge[] = []
  for (const n of g.nodes) {
    const add = (from: string, kind: Edge['kind']) => known.has(from) && from !== n.name && edges.push({ from, to: n.name, kind, back: false })
    for (const i of new Set(n.inputs)) add(i, 'input')
    if (n.fallback) add(n.fallback, 'fallback')
  }
  markBack(g, edges)
  return edges
}

/** Marks the edges that close a ring. Inputs decide first: a ring is blamed on the fallback in it. */
function markBack(g: Stages, edges: readonly Edge[]): void {
  const ways = new Map<string, string[]>()
  const reads = new Map<string, Edge[]>()
  for (const e of edges) if (e.kind === 'input') push(reads, e.to, e)
  const state = new Map<string, 'open' | 'done'>()
  const visit = (name: string): void => {
    state.set(name, 'open')
    for (const e of reads.get(name) ?? []) {
      e.back = state.get(e.from) === 'open'
      if (e.back) continue
      push(ways, e.from, e.to)
      if (!state.has(e.from)) visit(e.from)
    }
    state.set(name, 'done')
  }
  for (const n of g.nodes) if (!state.has(n.name)) visit(n.name)
  for (const e of edges) {
    if (e.kind !== 'fallback') continue
    e.back = reaches(ways, e.to, e.from)
    if (!e.back) push(ways, e.from, e.to)
  }
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function reaches(ways: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from])
  const open = [from]
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (here === to) return true
    for (const next of ways.get(here) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}

interface Spot {
  visit: number
  lane: number
  layer: number
}

export function rank(g: Stages): Ranked {
  const lanes = lanesOf(g.nodes)
  const edges = edgesOf(g)
  const reads = new Map<string, string[]>()
  for (const e of edges) if (!e.back) push(reads, e.to, e.from)
  const laneOf = new Map(g.nodes.map((n) => [n.name, lanes.indexOf(n.stage)]))
  const spots = new Map<string, Spot>()
  const visit = (name: string): Spot => {
    const known = spots.get(name)
    if (known) return known
    const spot: Spot = { visit: 0, lane: laneOf.get(name) ?? 0, layer: 0 }
    const inputs = (reads.get(name) ?? []).map(visit)
    for (const i of inputs) spot.visit = Math.max(spot.visit, i.visit + (i.lane > spot.lane ? 1 : 0))
    for (const i of inputs) if (i.visit === spot.visit && i.lane === spot.lane) spot.layer = Math.max(spot.layer, i.layer + 1)
    spots.set(name, spot)
    return spot
  }
  const bands = new Map<number, Band>()
  for (const n of g.nodes) {
    const { visit: v, lane, layer } = visit(n.name)
    const key = v * lanes.length + lane
    const band = bands.get(key) ?? { stage: n.stage, layers: [] }
    bands.set(key, band)
    for (let i = band.layers.length; i <= layer; i++) band.layers.push([])
    band.layers[layer]?.push(n.name)
  }
  const inOrder = [...bands].sort(([a], [b]) => a - b).map(([, band]) => band)
  return { bands: inOrder, edges }
}
