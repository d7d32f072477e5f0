// Quantities of the degradation as words.
import { count, NONE, plain } from '@/lib/format'

/** Cores of planned work: 12.8, 0.42; below a hundredth of one in thousandths. */
export function cores(v: number): string {
  if (!Number.isFinite(v)) return NONE
  if (v === 0) return '0'
  if (v >= 100) return v.toFixed(0)
  if (v >= 10) return v.toFixed(1)
  return v >= 0.01 ? v.toFixed(2) : v.toFixed(3)
}

/** CPU of a request: 420 µs, 3.4 ms. */
export function micros(us: number): string {
  if (!Number.isFinite(us)) return NONE
  if (us >= 9950) return `${(us / 1000).toFixed(0)} ms`
  return us >= 995 ? `${(us / 1000).toFixed(1)} ms` : `${us.toFixed(0)} µs`
}

/** Gain is a share of an answer's value, of which two digits are known; a core may be worth thousands of it. */
export function gain(v: number): string {
  if (!Number.isFinite(v)) return NONE
  if (Math.abs(v) >= 100) return plain(count(v))
  return v === 0 ? '0' : v.toFixed(Math.abs(v) >= 0.1 ? 2 : 3)
}

/** A plan as the server writes it: "full" is a word, nodes and variants are names. */
export function planTold(full: string, plan: string): string {
  return plan === '' || plan === 'full' ? full : plan
}
