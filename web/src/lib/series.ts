// A ring of equally spaced samples. A missing second is null and stays null:
// a gap is a gap, never zero.

export type Sample = number | null

export interface Series {
  /** Unix seconds of the first sample. */
  t0: number
  /** Seconds from one sample to the next. */
  step: number
  columns: Record<string, Sample[]>
}

export function lengthOf(s: Series): number {
  let n = 0
  for (const c of Object.values(s.columns)) n = Math.max(n, c.length)
  return n
}

/**
 * Both series on one grid, the newer value winning where they overlap, nulls
 * where neither has a sample, and no more than `capacity` samples from the end.
 * Pure: neither argument is changed; the old one itself is the answer where the
 * newer brings nothing, as most deltas within a second do.
 */
export function merge(old: Series | null | undefined, more: Series, capacity: number): Series {
  const n = lengthOf(more)
  if (!old || old.step !== more.step) return keepLast(more, capacity)
  if (n === 0) return old
  const shift = Math.round((more.t0 - old.t0) / more.step)
  const oldLength = lengthOf(old)
  // So far apart that nothing of the old one would survive the cut.
  if (shift >= oldLength + capacity || shift <= -(n + capacity)) return keepLast(more, capacity)
  if (holds(old, more, shift)) return old
  const first = Math.min(0, shift)
  const last = Math.max(oldLength, shift + n)
  const columns: Record<string, Sample[]> = {}
  for (const name of new Set([...Object.keys(old.columns), ...Object.keys(more.columns)])) {
    const out: Sample[] = new Array<Sample>(last - first).fill(null)
    old.columns[name]?.forEach((v, i) => (out[i - first] = v))
    more.columns[name]?.forEach((v, i) => (out[shift - first + i] = v))
    columns[name] = out
  }
  return keepLast({ t0: old.t0 + first * old.step, step: old.step, columns }, capacity)
}

function holds(old: Series, more: Series, shift: number): boolean {
  return shift >= 0 && Object.entries(more.columns).every(([name, c]) => c.every((v, i) => old.columns[name]?.[shift + i] === v))
}

function keepLast(s: Series, capacity: number): Series {
  const drop = lengthOf(s) - capacity
  if (drop <= 0) return s
  const columns: Record<string, Sample[]> = {}
  for (const [name, c] of Object.entries(s.columns)) columns[name] = c.slice(drop)
  return { t0: s.t0 + drop * s.step, step: s.step, columns }
}

/** The samples from one moment to another, both included. */
export function cut(s: Series, from: number, to: number): Series {
  const first = Math.max(0, Math.ceil((from - s.t0) / s.step))
  const end = Math.max(first, Math.floor((to - s.t0) / s.step) + 1)
  const columns: Record<string, Sample[]> = {}
  for (const [name, c] of Object.entries(s.columns)) columns[name] = c.slice(first, end)
  return { t0: s.t0 + first * s.step, step: s.step, columns }
}

/** The time axis in Unix seconds. */
export function timesOf(s: Series): number[] {
  return Array.from({ length: lengthOf(s) }, (_, i) => s.t0 + i * s.step)
}

/** Sum of one column over several series, on the grid of their union; null only where all are. */
export function sum(all: readonly Series[], column: string): Series | null {
  const step = all[0]?.step
  if (step === undefined) return null
  const same = all.filter((s) => s.step === step && lengthOf(s) > 0)
  if (same.length === 0) return null
  const t0 = Math.min(...same.map((s) => s.t0))
  const end = Math.max(...same.map((s) => s.t0 + lengthOf(s) * step))
  const out: Sample[] = new Array<Sample>(Math.round((end - t0) / step)).fill(null)
  for (const s of same) {
    const shift = Math.round((s.t0 - t0) / step)
    s.columns[column]?.forEach((v, i) => {
      if (v !== null) out[shift + i] = (out[shift + i] ?? 0) + v
    })
  }
  return { t0, step, columns: { [column]: out } }
}

/** Samples a sparkline draws at most for each pixel and a half of its width. */
const PIXELS_A_SAMPLE = 1.5

/**
 * SVG path of one column as a sparkline over the newest `slots` samples, which
 * end at the right edge: a short history fills only its part of the width. A new
 * subpath after each gap, a lone sample as a short dash so that it can be seen.
 * Empty without a sample.
 *
 * Where samples are more than pixels the highest of a bucket stands for it.
 * Buckets are fixed in time, so the line moves to the left without changing.
 */
export function sparkPath(s: Series, column: string, slots: number, width: number, height: number): string {
  const values = s.columns[column] ?? []
  const size = Math.max(1, Math.ceil((slots * PIXELS_A_SAMPLE) / width))
  const first = Math.round(s.t0 / s.step)
  const last = first + values.length - 1
  const points: { x: number; v: Sample }[] = []
  for (let begin = Math.floor(Math.max(first, last - slots + 1) / size) * size; begin <= last; begin += size) {
    let v: Sample = null
    for (let i = Math.max(begin, first); i < Math.min(begin + size, last + 1); i++) {
      const sample = values[i - first] ?? null
      if (sample !== null && (v === null || sample > v)) v = sample
    }
    points.push({ x: width - ((last - Math.min(begin + (size - 1) / 2, last)) / Math.max(1, slots - 1)) * width, v })
  }
  const max = points.reduce((m, p) => Math.max(m, p.v ?? 0), Number.MIN_VALUE)
  let path = ''
  let open = false
  points.forEach(({ x, v }, i) => {
    if (v === null) {
      open = false
      return
    }
    const alone = !open && (points[i + 1]?.v ?? null) === null
    path += `${open ? 'L' : 'M'}${Math.max(0, x).toFixed(1)} ${(height - 1 - (v / max) * (height - 2)).toFixed(1)}`
    if (alone) path += 'h-1.5'
    open = true
  })
  return path
}
