// The question in the address as the body of a query.
import type { NewQuery, ResourceField } from '@/api/types'
import type { QueryWay, ResourceSearch } from '@/lib/search'

/** The fields a way of asking can work on; none means that the resource cannot be asked so. */
export function fieldsFor(way: QueryWay, fields: readonly ResourceField[]): readonly ResourceField[] {
  switch (way) {
    case 'text':
      return fields.filter((f) => f.kind === 'text')
    case 'like':
    case 'vector':
      return fields.filter((f) => f.kind === 'vector')
    default:
      return fields
  }
}

/** Null where nothing is asked yet. */
export function bodyOf(s: ResourceSearch): NewQuery | null {
  const q = s.q?.trim() ?? ''
  const rest = { ...(s.filter ? { filter: s.filter } : {}), k: s.k ?? 20 }
  const field = s.field ? { field: s.field } : {}
  if (s.by === 'filter') return s.filter ? rest : null
  if (q === '') return null
  switch (s.by) {
    case 'like':
      return { ...rest, ...field, like: q }
    case 'top':
      return { ...rest, top: q }
    case 'vector': {
      const numbers = q.split(/[\s,[\]]+/).filter((p) => p !== '').map(Number)
      return { ...rest, ...field, vector: numbers.map((n) => (Number.isFinite(n) ? n : 0)) }
    }
    default:
      return { ...rest, text: q }
  }
}

const NUMERIC = /^(int|float)\??$/

/** A condition over fields that this resource has, to show how one is written. */
export function filterExample(fields: readonly ResourceField[]): string {
  const number = fields.find((f) => NUMERIC.test(f.type))
  if (number) return `${number.name} > 1000`
  const word = fields.find((f) => f.kind === 'keyword')
  if (word) return `${word.name} == "…"`
  const yes = fields.find((f) => /^bool\??$/.test(f.type))
  if (yes) return yes.name
  const key = fields.find((f) => f.kind === 'key')
  return key ? `${key.name} != "…"` : ''
}

/** A formula likewise. */
export function topExample(fields: readonly ResourceField[]): string {
  const number = fields.find((f) => NUMERIC.test(f.type))
  return number ? `log1p(${number.name})` : '_score'
}
