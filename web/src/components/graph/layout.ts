// Where everything stands, in pixels: cards in the cells of the grid, a band of
// its lane around each stretch of cards, edges through the gaps. It depends on the
// topology alone, so a number that changes moves nothing.
//
// A card may be larger than others: it takes rows enough for its height, and its
// column is as wide as its widest card. So a body has room (nest.ts).
import { gridOf, type Cell } from './cells'
import type { StageNode, Stages } from './model'
import { rank, type Edge } from './rank'
import { Router, tracksOf, type Way } from './route'

export type { Edge }

export const NODE = { width: 140, height: 40 }
/** Between the rows of cards, between their columns, and around the cards of a band. */
const GAP = { row: 20, column: 16, pad: 8, lane: 16 }
const HEAD = 28
/** Between two edges side by side, and how many of them a gap is made wider for. */
const TRACK = { v: 4, h: 4, most: 16 }
/** Straight before the arrowhead. */
const ARROW = 8

export interface Point {
  x: number
  y: number
}

export interface Placed {
  node: StageNode
  x: number
  y: number
  /** Of the card; of a node with a body, of the frame around both. */
  width: number
  height: number
  /** Index into the lanes. */
  lane: number
}

/** A stretch of cards of one stage; a stage that is visited twice has two. */
export interface Lane {
  stage: string
  x: number
  y: number
  width: number
  height: number
  count: number
  /** How many frames it stands in. */
  depth: number
}

export interface Route extends Edge {
  /** From the source's side to the target's side, each piece level or upright. */
  points: readonly Point[]
}

export interface Layout {
  /** In reading direction. */
  placed: readonly Placed[]
  lanes: readonly Lane[]
  edges: readonly Route[]
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

const ROW = NODE.height + GAP.row

/** One level of a picture, with cards of any size. */
export function arrange(g: Stages, size: (name: string) => Size = () => NODE): Layout {
  const ranked = rank(g)
  const grid = gridOf(ranked, (name) => Math.ceil((size(name).height + GAP.row) / ROW))
  const router = new Router(grid)
  // The straight ones first: they take the free rows.
  const ways = ranked.edges
    .map((edge) => ({ edge, far: Math.abs((grid.cells.get(edge.to)?.row ?? 0) - (grid.cells.get(edge.from)?.row ?? 0)) }))
    .sort((a, b) => a.far - b.far)
    .map(({ edge }) => router.way(edge))
    .filter((w) => w !== undefined)
  const tracks = tracksOf(ways)

  const edgeOfBand = new Set(grid.spans.map((s) => s.first))
  const width = (gap: number) => {
    const least = gap === 0 ? 0 : edgeOfBand.has(gap) ? 2 * GAP.pad + GAP.lane : GAP.column
    const n = Math.min(TRACK.most, tracks.count('v', gap))
    return n === 0 ? least : Math.max(least, (n + 1) * TRACK.v + ARROW)
  }
  const wide = Array.from({ length: grid.cols }, () => NODE.width)
  for (const [name, cell] of grid.cells) wide[cell.col] = Math.max(wide[cell.col] ?? 0, size(name).width)
  const left: number[] = []
  let x = width(0) + GAP.pad
  for (let col = 0; col < grid.cols; col++) {
    if (col > 0) x += width(col)
    left.push(x)
    x += wide[col] ?? NODE.width
  }
  const top = (row: number) => HEAD + GAP.pad + row * ROW
  const at = (cell: Cell | undefined): Point => ({ x: left[cell?.col ?? 0] ?? 0, y: top(cell?.row ?? 0) })
  const tall = (cell: Cell) => cell.rows * ROW - GAP.row
  /** The line of a track, counted from the side where it begins. */
  const vertical = (gap: number, track: number) => {
    const room = gap < grid.cols ? width(gap) : 40
    const from = gap < grid.cols ? (left[gap] ?? 0) - room : (left[gap - 1] ?? 0) + (wide[gap - 1] ?? NODE.width)
    const n = Math.max(1, tracks.count('v', gap))
    const step = Math.min(2 * TRACK.v, (room - ARROW) / (n + 1))
    return from + (room - ARROW - step * (n - 1)) / 2 + step * track
  }
  const level = (gap: number, track: number) => {
    const n = Math.max(1, tracks.count('h', gap))
    const step = Math.min(TRACK.h, (GAP.row - 4) / (n + 1))
    return top(gap) - GAP.row / 2 - (step * (n - 1)) / 2 + step * track
  }
  const line = (way: Way): Route => {
    const a = at(way.a)
    const b = at(way.b)
    const points = [way.out === 'right' ? { x: a.x + size(way.edge.from).width, y: a.y + NODE.height / 2 } : { x: a.x + NODE.width / 2, y: a.y + tall(way.a) }]
    const end = way.into === 'left' ? { x: b.x, y: b.y + NODE.height / 2 } : { x: b.x + NODE.width / 2, y: b.y }
    way.pieces.forEach((piece, i) => {
      const last = points[points.length - 1] ?? a
      if (piece.in === 'v') points.push({ x: vertical(piece.at, tracks.of(way, i)), y: last.y })
      else points.push({ x: last.x, y: piece.in === 'h' ? level(piece.at, tracks.of(way, i)) : top(piece.at) + NODE.height / 2 })
    })
    const last = points[points.length - 1] ?? a
    points.push(lastIsUpright(way) ? { x: last.x, y: end.y } : { x: end.x, y: last.y }, end)
    return { ...way.edge, points: tidy(points) }
  }

  const byName = new Map(g.nodes.map((n) => [n.name, n]))
  const placed = ranked.bands.flatMap((b, lane) =>
    b.layers.flatMap((layer) =>
      layer
        .map((name): Placed => {
          const cell = grid.cells.get(name)
          return { node: byName.get(name) as StageNode, lane, width: size(name).width, height: cell ? tall(cell) : NODE.height, ...at(cell) }
        })
        .sort((p, q) => p.x - q.x || p.y - q.y),
    ),
  )
  const height = top(grid.rows) - GAP.row + GAP.pad + (tracks.count('h', grid.rows) > 0 ? GAP.row : 0)
  const lanes = ranked.bands.map((b, i): Lane => {
    const { first, last } = grid.spans[i] ?? { first: 0, last: 0 }
    const from = (left[first] ?? 0) - GAP.pad
    return { stage: b.stage, x: from, y: 0, width: (left[last] ?? 0) + (wide[last] ?? NODE.width) + GAP.pad - from, height, depth: 0, count: b.layers.reduce((n, l) => n + l.length, 0) }
  })
  const beyond = tracks.count('v', grid.cols) > 0 ? 40 : 0
  return {
    placed,
    lanes,
    edges: ways.map(line),
    width: grid.cols === 0 ? 0 : x + GAP.pad + beyond,
    height,
  }
}

/** Whether the way is upright before its last bend: after a gap between columns it is. */
function lastIsUpright(way: Way): boolean {
  return way.pieces[way.pieces.length - 1]?.in === 'v'
}

/** Without points that are no bends. */
function tidy(points: readonly Point[]): Point[] {
  const out: Point[] = []
  for (const p of points) {
    const [a, b] = [out[out.length - 2], out[out.length - 1]]
    if (b && b.x === p.x && b.y === p.y) continue
    if (a && b && ((a.x === b.x && b.x === p.x) || (a.y === b.y && b.y === p.y))) out.pop()
    out.push(p)
  }
  return out
}
