// The one formatter for times: axes, tips, tables and exports all use it. The
// zone is a setting of the reader and never part of an address.

export type Zone = 'local' | 'utc'

/** Milliseconds since 1970 from what the API sends: RFC 3339, seconds or milliseconds. */
export function instant(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? null : ms
}

const two = (n: number) => String(n).padStart(2, '0')

function parts(ms: number, zone: Zone) {
  const d = new Date(ms)
  return zone === 'utc'
    ? [d.getUTCFullYear(), d.getUTCMonth() + 1, d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()]
    : [d.getFullYear(), d.getMonth() + 1, d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()]
}

/** 19:59:58 */
export function clock(ms: number, zone: Zone): string {
  const [, , , h = 0, m = 0, s = 0] = parts(ms, zone)
  return `${two(h)}:${two(m)}:${two(s)}`
}

/** 2026-03-01 19:59:58 */
export function stamp(ms: number, zone: Zone): string {
  const [y = 0, mo = 0, d = 0] = parts(ms, zone)
  return `${y}-${two(mo)}-${two(d)} ${clock(ms, zone)}`
}

/** The clock alone for today, the whole stamp otherwise. */
export function moment(ms: number, zone: Zone, now: number): string {
  return stamp(ms, zone).slice(0, 10) === stamp(now, zone).slice(0, 10) ? clock(ms, zone) : stamp(ms, zone)
}

/** How far an instant is from now, and on which side. */
export function ago(ms: number, now: number): { past: boolean; ms: number } {
  return { past: ms <= now, ms: Math.abs(now - ms) }
}

/** The name of a zone as the switch shows it: "UTC" or "UTC+8". */
export function zoneName(zone: Zone, at: number): string {
  if (zone === 'utc') return 'UTC'
  const minutes = -new Date(at).getTimezoneOffset()
  if (minutes === 0) return 'UTC+0'
  const sign = minutes > 0 ? '+' : '−'
  const size = Math.abs(minutes)
  return `UTC${sign}${Math.floor(size / 60)}${size % 60 ? ':' + two(size % 60) : ''}`
}
