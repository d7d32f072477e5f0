// Timeouts of a scene over a sliding window. At ten requests a second the
// interval of one second reaches from nothing to eight tenths and hides the
// line; over ten seconds it says something.
import type { Sample, Series } from '@/lib/series'
import { wilson, type Interval } from '@/lib/wilson'

/** Seconds of one window; a sample that stands for longer is its own window. */
export const WINDOW_SECONDS = 10

export interface Timeouts {
  /** Requests the rate is of. */
  n: Sample[]
  rate: Sample[]
  low: Sample[]
  high: Sample[]
}

/** For each sample the share of timeouts in the window that ends there, with its 95 % interval. A sample without data or a window without requests is null. */
export function timeoutsOver(series: Series | null): Timeouts {
  const out: Timeouts = { n: [], rate: [], low: [], high: [] }
  const { qps = [], timeout, timeout_low = [], timeout_high = [] } = series?.columns ?? {}
  const step = series?.step ?? 1
  const size = Math.max(1, Math.round(WINDOW_SECONDS / step))
  // The board's series counts requests only: that is not the same as no timeouts.
  if (!timeout) return out
  if (size === 1) return { n: qps.map((v) => (v === null ? null : Math.round(v * step))), rate: timeout, low: timeout_low, high: timeout_high }
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
    out.n.push(here === null ? null : n)
    out.rate.push(known ? bad / n : null)
    out.low.push(interval ? interval.low : null)
    out.high.push(interval ? interval.high : null)
  })
  return out
}

/** The newest window as an interval; undefined where it has no data, n = 0 where it has no requests. */
export function newest(t: Timeouts): Interval | undefined {
  const i = t.n.length - 1
  const n = t.n[i] ?? null
  if (n === null) return undefined
  return { n, rate: t.rate[i] ?? 0, low: t.low[i] ?? 0, high: t.high[i] ?? 1 }
}

/** What a state must be proven by, as on the server. */
const ENOUGH = 20
const LATE = new Set(['slow', 'shedding', 'frozen'])

/** The figures are worse than the word beside them: timeouts are proven above the limit, but not for long enough yet. */
export function rising(state: string, now: Interval | undefined, limit: number | undefined): boolean {
  return !LATE.has(state) && now !== undefined && limit !== undefined && now.n >= ENOUGH && now.low > limit
}
