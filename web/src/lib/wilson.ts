// The 95 % interval of a rate (Wilson, JASA 22, 1927) and the geometry of the bar
// that shows it. The bounds of a moment come from the server; only the windows
// that a chart puts together are reckoned here.

const Z = 1.959964

/** Bounds of the share that `bad` of `n` > 0 are a sample of. */
export function wilson(bad: number, n: number): { low: number; high: number } {
  const p = bad / n
  const z2 = Z * Z
  const middle = (p + z2 / (2 * n)) / (1 + z2 / n)
  const half = (Z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

export interface Interval {
  rate: number
  low: number
  high: number
  n: number
}

/** Positions along the bar as shares 0…1 of its width. */
export interface Bar {
  from: number
  to: number
  dot: number
  /** The interval goes on beyond the right end of the scale. */
  cut: boolean
}

const SCALES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]

/** The smallest of a few round scales that holds the rates and, up to 50 %, the upper bounds. */
export function scaleFor(rows: readonly Interval[]): number {
  let need = 0
  for (const r of rows) if (r.n > 0) need = Math.max(need, r.rate * 1.2, Math.min(r.high, 0.5))
  return SCALES.find((s) => s >= need) ?? 1
}

/** Null where nothing was measured: no traffic is not a rate of zero. */
export function bar(i: Interval, scale: number): Bar | null {
  if (i.n <= 0 || !(scale > 0)) return null
  const at = (v: number) => Math.min(1, Math.max(0, v / scale))
  const low = Math.min(i.low, i.rate)
  const high = Math.max(i.high, i.rate)
  return { from: at(low), to: at(high), dot: at(i.rate), cut: high > scale }
}
