// What an item or a document holds, as the text of one cell.
import { NONE } from '@/lib/format'

const LONG = 6

/** Short enough for a row; the whole value stands in the tip. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) {
    const list = value as unknown[]
    if (list.length === 0) return '[ ]'
    const shown = list.slice(0, LONG).map(cell).join(', ')
    return list.length > LONG ? `${shown} … (${list.length})` : shown
  }
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as string | boolean)
}

/** Four decimals at most, no exponent for what people compare. */
export function number(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const text = Math.abs(value) >= 1e-4 ? value.toFixed(4).replace(/0+$/, '').replace(/\.$/, '') : value.toPrecision(3)
  return text
}

export function whole(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const isNumber = (type: string) => /^(int|float)\??$/.test(type)
