// Timeouts of a scene over a sliding window. At ten requests a second the
// interval of one second reaches from nothing to eight tenths and hides the
// line; over ten seconds it says something.
import type { Sample, Series } from '@/lib/series'
import { wilson } from '@/lib/wilson'

/** Seconds of one window; a sample that stands for longer is its own window. */
export const WINDOW_SECONDS = 10

export interface Timeouts {
  rate: Sample[]
  low: Sample[]
  high: Sample[]
}

/** For each sample the share of timeouts in the window that ends there, with its 95 % interval. A sample without data or a window without requests is null. */
export function timeoutsOver(series: Series | null): Timeouts {
  const out: Timeouts = { rate: [], low: [], high: [] }
  const { qps = [], timeout = [], timeout_low = [], timeout_high = [] } = series?.columns ?? {}
  const step = series?.step ?? 1
  const size = Math.max(1, Math.round(WINDOW_SECONDS / step))
  if (size === 1) return { rate: timeout, low: timeout_low, high: timeout_high }
  qps.forEach((here, i) => {
    let n = 0
    let bad = 0
    for (let j = Math.max(0, i - size + 1); j <= i; j++) {
      const requests = Math.round((qps[j] ?? 0) * step)
      n += requests
      bad += requests * (timeout[j] ?? 0)
    }
    const known = here !== null && n > 0
    const interval = known ? wilson(bad, n) : null
    out.rate.push(known ? bad / n : null)
    out.low.push(interval ? interval.low : null)
    out.high.push(interval ? interval.high : null)
  })
  return out
}
