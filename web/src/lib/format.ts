// Numbers as a person reads them. A quantity is split into its figure and its
// unit so that the unit can be drawn dim; both come from here and nowhere else.

export interface Quantity {
  figure: string
  unit: string
}

/** The sign for "there is no such value"; never drawn as zero. */
export const NONE = '–'

const nothing: Quantity = { figure: NONE, unit: '' }

function known(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Three significant figures at most, without exponent and trailing zeros after a dot. */
function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  if (size >= 10) return value.toFixed(1)
  if (size >= 1) return value.toFixed(2).replace(/0$/, '')
  return size === 0 ? '0' : value.toFixed(2)
}

/** 8789 → "8,789". Counts are whole below a million, so that neighbours compare digit by digit. */
export function count(value: number | null | undefined): Quantity {
  if (!known(value)) return nothing
  const whole = Math.round(value)
  if (Math.abs(whole) < 1e6) return { figure: String(whole).replace(/\B(?=(\d{3})+$)/g, ','), unit: '' }
  return large(whole)
}

/** A number as it is, its thousands told apart: 1234567.5 → "1,234,567.5". */
export function exact(value: number): string {
  const [whole = '', rest] = String(value).split('.')
  // Written with an exponent it is too large or small to be told apart.
  if (/e/.test(String(value))) return String(value)
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
}

/** 13 912 → "13.9" "k". */
function large(value: number): Quantity {
  const size = Math.abs(value)
  if (size >= 1e9) return { figure: short(value / 1e9), unit: 'G' }
  if (size >= 1e6) return { figure: short(value / 1e6), unit: 'M' }
  if (size >= 1e4) return { figure: short(value / 1e3), unit: 'k' }
  return { figure: String(Math.round(value)), unit: '' }
}

/** Requests a second: one decimal below ten, whole below ten thousand. */
export function rate(value: number | null | undefined): Quantity {
  if (!known(value)) return nothing
  if (value > 0 && value < 10) return { figure: value.toFixed(1), unit: '/s' }
  const c = large(value)
  return { figure: c.figure, unit: `${c.unit}/s` }
}

/** Milliseconds; from ten seconds on in seconds. */
export function millis(value: number | null | undefined): Quantity {
  if (!known(value)) return nothing
  if (value >= 10_000) return { figure: short(value / 1000), unit: 's' }
  if (value >= 10) return { figure: value.toFixed(0), unit: 'ms' }
  if (value > 0 && value < 0.05) return { figure: '<0.1', unit: 'ms' }
  return { figure: value === 0 ? '0' : value.toFixed(1), unit: 'ms' }
}

/** A share 0…1 as per cent: 0.0569 → "5.7" "%". One digit after the dot from one per cent on, two below; none or all are whole. */
export function percent(value: number | null | undefined): Quantity {
  if (!known(value)) return nothing
  const p = value * 100
  if (p > 0 && p < 0.01) return { figure: '<0.01', unit: '%' }
  if (p === 0 || p === 100) return { figure: String(p), unit: '%' }
  return { figure: p.toFixed(p >= 0.995 ? 1 : 2), unit: '%' }
}

/** The time something took that ran: too short to measure is short, not nothing. */
export function took(value: number | null | undefined): Quantity {
  return millis(value === 0 ? Number.MIN_VALUE : value)
}

/** Bytes in powers of 1024. */
export function bytes(value: number | null | undefined): Quantity {
  if (!known(value)) return nothing
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let size = value
  let at = 0
  while (size >= 1024 && at < units.length - 1) {
    size /= 1024
    at++
  }
  return { figure: at === 0 ? String(Math.round(size)) : short(size), unit: units[at] ?? 'B' }
}

/** A length of time, coarse: 0.2 s, 12 s, 3 min, 2 h, 5 d. */
export function span(ms: number | null | undefined): Quantity {
  if (!known(ms)) return nothing
  const s = Math.max(0, ms) / 1000
  if (s < 9.95) return { figure: s.toFixed(1), unit: 's' }
  if (s < 99.5) return { figure: s.toFixed(0), unit: 's' }
  if (s < 90 * 60) return { figure: Math.round(s / 60).toFixed(0), unit: 'min' }
  if (s < 36 * 3600) return { figure: Math.round(s / 3600).toFixed(0), unit: 'h' }
  return { figure: Math.round(s / 86400).toFixed(0), unit: 'd' }
}

/** The quantity as plain text, for titles, tips and aria labels. */
export function plain(q: Quantity): string {
  if (q.unit === '' || q.unit === '%' || q.unit === '/s' || q.unit.endsWith('/s')) return q.figure + q.unit
  return `${q.figure} ${q.unit}`
}
