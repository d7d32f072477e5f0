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
 * Pure: neither argument is changed.
 */
export function merge(old: Series | null | undefined, more: Series, capacity: number): Series {
  const n = lengthOf(more)
  if (!old || old.step !== more.step) return cut(more, capacity)
  if (n === 0) return old
  const shift = Math.round((more.t0 - old.t0) / more.step)
  const oldLength = lengthOf(old)
  // So far apart that nothing of the old one would survive the cut.
  if (shift >= oldLength + capacity || shift <= -(n + capacity)) return cut(more, capacity)
  const first = Math.min(0, shift)
  const last = Math.max(oldLength, shift + n)
  const columns: Record<string, Sample[]> = {}
  for (const name of new Set([...Object.keys(old.columns), ...Object.keys(more.columns)])) {
    const out: Sample[] = new Array<Sample>(last - first).fill(null)
    old.columns[name]?.forEach((v, i) => (out[i - first] = v))
    more.columns[name]?.forEach((v, i) => (out[shift - first + i] = v))
    columns[name] = out
  }
  return cut({ t0: old.t0 + first * old.step, step: old.step, columns }, capacity)
}

function cut(s: Series, capacity: number): Series {
  const drop = lengthOf(s) - capacity
  if (drop <= 0) return s
  const columns: Record<string, Sample[]> = {}
  for (const [name, c] of Object.entries(s.columns)) columns[name] = c.slice(drop)
  return { t0: s.t0 + drop * s.step, step: s.step, columns }
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

/**
 * SVG path of a sparkline over `slots` samples that end at the right edge: a
 * short history fills only its part of the width. A new subpath after each gap,
 * a lone sample as a short dash so that it can be seen. Empty without a sample.
 */
export function sparkPath(all: readonly Sample[], slots: number, width: number, height: number): string {
  const values = all.slice(-slots)
  const known = values.filter((v): v is number => v !== null)
  if (known.length === 0) return ''
  const max = Math.max(...known, Number.MIN_VALUE)
  const dx = slots > 1 ? width / (slots - 1) : 0
  const left = width - (values.length - 1) * dx
  const y = (v: number) => (height - 1 - (v / max) * (height - 2)).toFixed(1)
  let path = ''
  let open = false
  values.forEach((v, i) => {
    if (v === null) {
      open = false
      return
    }
    const x = left + i * dx
    const alone = !open && (values[i + 1] ?? null) === null
    path += `${open ? 'L' : 'M'}${x.toFixed(1)} ${y(v)}`
    if (alone) path += 'h-1.5'
    open = true
  })
  return path
}
