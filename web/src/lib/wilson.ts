// Geometry of the bar that shows a rate with its 95 % Wilson interval. The
// bounds come from the server (Wilson 1927); here they only become positions.

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
