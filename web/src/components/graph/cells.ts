// Which cell of one grid each node stands in. The whole picture shares its rows,
// so that the gaps between them run through from left to right and edges can be
// led through them. A layer that is too wide is folded into columns, a band that
// is too long goes on beside; inside a layer nodes are ordered by what they are
// joined to, so that edges cross less.
import { push, type Band, type Edge, type Ranked } from './rank'

export interface Cell {
  col: number
  row: number
  /** How many rows it is high: a node with a body takes more than one. */
  rows: number
}

export interface Grid {
  cells: ReadonlyMap<string, Cell>
  /** First and last column of each band. */
  spans: readonly { first: number; last: number }[]
  cols: number
  rows: number
}

/** Rows of a band before it is folded: few for a usual pipeline, about square for a huge one. */
export function rowsOf(nodes: number): number {
  return Math.max(12, Math.ceil(Math.sqrt(nodes * 1.5)))
}

const SWEEPS = 4

export function gridOf({ bands, edges }: Ranked, high: (name: string) => number = () => 1): Grid {
  const limit = rowsOf(bands.reduce((n, b) => n + b.layers.reduce((m, l) => m + l.length, 0), 0))
  const joined = neighbours(edges)
  let best = place(bands, edges, joined.inputs, limit, high)
  let now = best
  let order = bands
  for (let i = 0; i < SWEEPS; i++) {
    // To and fro: by what a node reads, then by what reads it.
    const side = i % 2 === 0 ? joined.inputs : joined.outputs
    order = order.map((b) => ({ ...b, layers: b.layers.map((l) => ordered(l, side, now.cells)) }))
    now = place(order, edges, joined.inputs, limit, high)
    if (now.climb < best.climb) best = now
    else if (i % 2 === 1) break
  }
  return best
}

function neighbours(edges: readonly Edge[]) {
  const inputs = new Map<string, string[]>()
  const outputs = new Map<string, string[]>()
  for (const e of edges) {
    if (e.back) continue
    push(inputs, e.to, e.from)
    push(outputs, e.from, e.to)
  }
  return { inputs, outputs }
}

/** By the mean row of the neighbours on one side; what has none there keeps its place among the others. */
function ordered(layer: readonly string[], side: ReadonlyMap<string, readonly string[]>, cells: ReadonlyMap<string, Cell>): string[] {
  const row = (name: string) => cells.get(name)?.row ?? 0
  const key = (name: string) => {
    const to = side.get(name)
    return to ? to.reduce((sum, n) => sum + row(n), 0) / to.length : row(name)
  }
  return layer
    .map((name, i) => ({ name, i, key: key(name) }))
    .sort((a, b) => a.key - b.key || a.i - b.i)
    .map((e) => e.name)
}

interface Block {
  cells: Map<string, Cell>
  cols: number
  rows: number
}

/** Layers below each other; a layer above the limit gets columns, and what does not fit below goes on beside. */
function stack(layers: Band['layers'], limit: number, high: (name: string) => number): Block {
  const cells = new Map<string, Cell>()
  let left = 0
  let cols = 0
  let used = 0
  let rows = 0
  for (const layer of layers) {
    const all = layer.reduce((sum, name) => sum + high(name), 0)
    const each = Math.max(Math.ceil(all / Math.ceil(all / limit)), ...layer.map(high))
    if (used > 0 && used + each > limit) {
      left += cols
      used = cols = 0
    }
    let col = 0
    let row = 0
    for (const name of layer) {
      const tall = high(name)
      if (row > 0 && row + tall > each) {
        col++
        row = 0
      }
      cells.set(name, { col: left + col, row: used + row, rows: tall })
      row += tall
    }
    used += each
    cols = Math.max(cols, col + 1)
    rows = Math.max(rows, used)
  }
  return { cells, cols: left + cols, rows }
}

/** Bands beside each other, each as high or low as makes its edges from the left straight. */
function place(bands: readonly Band[], edges: readonly Edge[], inputs: ReadonlyMap<string, readonly string[]>, limit: number, high: (name: string) => number): Grid & { climb: number } {
  const blocks = bands.map((b) => stack(b.layers, limit, high))
  const highest = Math.max(0, ...blocks.map((b) => b.rows))
  let rows = 0
  const cells = new Map<string, Cell>()
  const spans: { first: number; last: number }[] = []
  let col = 0
  for (const b of blocks) {
    const wanted: number[] = []
    for (const [name, cell] of b.cells) {
      for (const from of inputs.get(name) ?? []) {
        const row = cells.get(from)?.row
        if (row !== undefined) wanted.push(row - cell.row)
      }
    }
    wanted.sort((a, c) => a - c)
    const offset = Math.min(Math.max(0, limit - b.rows), Math.max(0, wanted[Math.floor(wanted.length / 2)] ?? Math.floor((highest - b.rows) / 2)))
    rows = Math.max(rows, offset + b.rows)
    for (const [name, cell] of b.cells) cells.set(name, { ...cell, col: col + cell.col, row: cell.row + offset })
    spans.push({ first: col, last: col + b.cols - 1 })
    col += b.cols
  }
  // Nothing stands in the first rows where the first band was put too low.
  const empty = Math.min(...[...cells.values()].map((c) => c.row))
  if (empty > 0 && empty < Infinity) {
    for (const c of cells.values()) c.row -= empty
    rows -= empty
  }
  const climb = edges.reduce((sum, e) => sum + Math.abs((cells.get(e.from)?.row ?? 0) - (cells.get(e.to)?.row ?? 0)), 0)
  return { cells, spans, cols: col, rows, climb }
}
