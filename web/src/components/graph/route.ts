// The way of each edge between the cards: through the gaps between columns and
// between rows, never through a card. A way is first found in the grid; then
// each gap shares its width among those that run through it, so that two edges
// lie on each other only where they have an end in common.
import type { Cell, Grid } from './cells'
import { push, type Edge } from './rank'

/** A piece of a way: along a gap, or along a row of cells that are empty there. */
interface Piece {
  /** v: the gap left of a column; h: the gap above a row; r: the middle of a row. */
  in: 'v' | 'h' | 'r'
  at: number
}

/** Out of a card by its right or its lower side, into one by its left or its upper side. */
export interface Way {
  edge: Edge
  a: Cell
  b: Cell
  out: 'right' | 'down'
  into: 'left' | 'up'
  pieces: Piece[]
}

export class Router {
  /** One for each cell with a card, row by row; two where the card goes on below. */
  private readonly taken: Uint8Array
  /** What runs along rows of cells so far. */
  private readonly rows = new Map<number, { from: number; to: number; edge: Edge }[]>()

  constructor(private readonly grid: Grid) {
    this.taken = new Uint8Array(grid.cols * grid.rows)
    for (const c of grid.cells.values()) {
      for (let row = c.row; row < c.row + c.rows; row++) this.taken[row * grid.cols + c.col] = row < c.row + c.rows - 1 ? 2 : 1
    }
  }

  way(edge: Edge): Way | undefined {
    const a = this.grid.cells.get(edge.from)
    const b = this.grid.cells.get(edge.to)
    if (!a || !b) return undefined
    if (b.col > a.col) return { edge, a, b, out: 'right', into: 'left', pieces: this.across(edge, a, b) }
    const below = a.row + a.rows
    if (b.row >= below) {
      if (a.col === b.col && this.freeBelow(a, b)) return { edge, a, b, out: 'down', into: 'up', pieces: [] }
      if (this.freeGap(below, b.col, a.col)) {
        if (b.row === below) return { edge, a, b, out: 'down', into: 'up', pieces: [{ in: 'h', at: b.row }] }
        return { edge, a, b, out: 'down', into: 'left', pieces: [{ in: 'h', at: below }, { in: 'v', at: b.col }] }
      }
    }
    return { edge, a, b, out: 'right', into: 'left', pieces: this.around(a, b) }
  }

  /** To the right: as straight as the cards between allow. */
  private across(edge: Edge, a: Cell, b: Cell): Piece[] {
    const first = { in: 'v', at: a.col + 1 } as const
    const last = { in: 'v', at: b.col } as const
    if (a.col + 1 === b.col) return a.row === b.row ? [] : [last]
    if (this.freeRow(edge, a.row, a.col + 1, b.col - 1)) return a.row === b.row ? [] : [{ in: 'r', at: a.row }, last]
    if (this.freeRow(edge, b.row, a.col + 1, b.col - 1)) return [first, { in: 'r', at: b.row }]
    return this.around(a, b)
  }

  private around(a: Cell, b: Cell): Piece[] {
    // The gap between rows that makes the shortest way; never above the first row, where the names of the lanes are.
    const cost = (h: number) => Math.abs(h - 0.5 - a.row) + Math.abs(h - 0.5 - b.row)
    const [left, right] = a.col < b.col ? [a.col + 1, b.col - 1] : [b.col, a.col]
    const free = (gaps: readonly number[]) => gaps.filter((g) => g > 0 && this.freeGap(g, left, right)).sort((p, q) => cost(p) - cost(q) || p - q)
    const near = free([a.row, a.row + a.rows, b.row, b.row + b.rows])
    // A body may stand in the way of all of them; below the last row nothing does.
    const [h = this.grid.rows] = near.length > 0 ? near : free(Array.from({ length: this.grid.rows + 1 }, (_, i) => i))
    return [
      { in: 'v', at: a.col + 1 },
      { in: 'h', at: h },
      { in: 'v', at: b.col },
    ]
  }

  private freeBelow(a: Cell, b: Cell): boolean {
    for (let row = a.row + a.rows; row < b.row; row++) if (this.taken[row * this.grid.cols + a.col]) return false
    return true
  }

  /** No card that stands on both sides of the gap above a row, from one column to another. */
  private freeGap(row: number, from: number, to: number): boolean {
    for (let col = from; col <= to; col++) if (row > 0 && this.taken[(row - 1) * this.grid.cols + col] === 2) return false
    return true
  }

  /** No card and no stranger's edge in the row from one column to another; then it is this edge's. */
  private freeRow(edge: Edge, row: number, from: number, to: number): boolean {
    for (let col = from; col <= to; col++) if (this.taken[row * this.grid.cols + col]) return false
    const lines = this.rows.get(row) ?? []
    if (lines.some((l) => l.from <= to && from <= l.to && l.edge.from !== edge.from && l.edge.to !== edge.to)) return false
    push(this.rows, row, { from, to, edge })
    return true
  }
}

/** Which track of its gap each piece runs in, and how many tracks each gap has. */
export interface Tracks {
  of(way: Way, piece: number): number
  count(kind: 'v' | 'h', at: number): number
}

interface Run {
  from: number
  to: number
  uses: { way: Way; piece: number }[]
}

export function tracksOf(ways: readonly Way[]): Tracks {
  const gaps = new Map<number, Map<string, Run>>()
  const fanOut = tally(ways, (w) => w.edge.from)
  const fanIn = tally(ways, (w) => w.edge.to)
  for (const way of ways) {
    way.pieces.forEach((piece, i) => {
      if (piece.in === 'r') return
      const span = reach(way, i)
      const gap = gapOf(piece.in, piece.at)
      const runs = gaps.get(gap) ?? new Map<string, Run>()
      gaps.set(gap, runs)
      const name = bundle(way, i, fanOut, fanIn)
      const run = runs.get(name) ?? { from: span[0], to: span[1], uses: [] }
      runs.set(name, run)
      run.from = Math.min(run.from, span[0])
      run.to = Math.max(run.to, span[1])
      run.uses.push({ way, piece: i })
    })
  }
  const track = new Map<Way, number[]>()
  const counts = new Map<number, number>()
  for (const [gap, runs] of gaps) {
    const ends: number[] = []
    for (const run of [...runs.values()].sort((a, b) => a.from - b.from || a.to - b.to)) {
      let free = ends.findIndex((end) => end < run.from)
      if (free < 0) free = ends.length
      ends[free] = run.to
      for (const { way, piece } of run.uses) {
        const list = track.get(way) ?? []
        list[piece] = free
        track.set(way, list)
      }
    }
    counts.set(gap, ends.length)
  }
  return { of: (way, piece) => track.get(way)?.[piece] ?? 0, count: (kind, at) => counts.get(gapOf(kind, at)) ?? 0 }
}

const gapOf = (kind: 'v' | 'h', at: number) => (kind === 'v' ? at : -1 - at)

function tally(ways: readonly Way[], key: (w: Way) => string): Map<string, number> {
  const n = new Map<string, number>()
  for (const w of ways) {
    const k = key(w)
    n.set(k, (n.get(k) ?? 0) + 1)
  }
  return n
}

/** Edges of one end run together: at the source by the source, at the target by the target, between them by the busier end. */
function bundle(way: Way, piece: number, fanOut: ReadonlyMap<string, number>, fanIn: ReadonlyMap<string, number>): string {
  const { edge, pieces } = way
  const first = pieces.length === 3 && piece === 0
  const last = pieces.length > 1 && piece === pieces.length - 1
  const bySource = first || (!last && (fanOut.get(edge.from) ?? 0) > (fanIn.get(edge.to) ?? 0))
  return bySource ? `${edge.kind} from ${edge.from}` : `${edge.kind} to ${edge.to}`
}

/** From where to where a piece runs, in rows for a gap between columns and in columns for one between rows. */
function reach(way: Way, i: number): [number, number] {
  const { a, b } = way
  const along = way.pieces[i]?.in === 'v' ? 'row' : 'col'
  const end = (piece: Piece | undefined, cell: Cell) => {
    if (!piece || piece.in === 'r') return cell[along]
    return piece.at - 0.5
  }
  const from = end(way.pieces[i - 1], a)
  const to = end(way.pieces[i + 1], b)
  return [Math.min(from, to), Math.max(from, to)]
}
