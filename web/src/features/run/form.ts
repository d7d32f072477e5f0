// A form from the parameters of a pipeline. The request itself, a JSON object,
// is the only state: form and JSON view show the same value.
import type { Param, Shape } from '@/api/types'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Values = Record<string, unknown>
export type Path = readonly (string | number)[]

/** What a field of a request is: a parameter, or a field of a record. */
export interface Field {
  name: string
  shape: Shape
  required: boolean
  default?: unknown
}

export const fieldsOf = (params: readonly Param[]): Field[] => params.map((p) => ({ name: p.name, shape: p.shape, required: p.required, default: p.default }))

/** The least a shape may hold, with required fields blank, so that a form has something to stand on. */
export function blank(shape: Shape): unknown {
  switch (shape.kind) {
    case 'record':
      return Object.fromEntries((shape.fields ?? []).filter((f) => f.required).map((f) => [f.name, blank(f.shape)]))
    case 'list':
    case 'vector':
      return []
    case 'bool':
      return false
    case 'string':
      return shape.words?.[0] ?? ''
    case 'int':
    case 'float':
      return shape.low ?? 0
    default:
      return ''
  }
}

/** A request with the required parameters blank. What has a default is left to the pipeline. */
export function blankRequest(params: readonly Param[]): Values {
  return Object.fromEntries(params.filter((p) => p.required).map((p) => [p.name, blank(p.shape)]))
}

export function at(value: unknown, path: Path): unknown {
  let v = value
  for (const key of path) {
    if (typeof v !== 'object' || v === null) return undefined
    v = (v as Record<string | number, unknown>)[key]
  }
  return v
}

/** The value with another one at the path; undefined takes it away. Nothing given is changed. */
export function put(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : []
    if (rest.length === 0 && next === undefined) list.splice(key, 1)
    else list[key] = put(list[key], rest, next)
    return list
  }
  const record: Record<string, unknown> = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  if (rest.length === 0 && next === undefined) delete record[key]
  else record[key] = put(record[key], rest, next)
  return record
}

/** What is typed into a field as a value of its kind; what does not fit stays text, and `faults` says so. */
export function read(shape: Shape, text: string): unknown {
  if (shape.kind === 'int' || shape.kind === 'float') {
    const n = Number(text)
    return text.trim() !== '' && Number.isFinite(n) ? n : text
  }
  if (shape.kind === 'vector') {
    const parts = text.split(/[\s,[\]]+/).filter((p) => p !== '')
    return parts.map((p) => (Number.isFinite(Number(p)) ? Number(p) : p))
  }
  return text
}

/** As `read` would read it again. */
export function write(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as string | number | boolean)
}

export type Fault =
  | { kind: 'missing' | 'number' | 'whole' | 'unknown' | 'list' | 'record' | 'text' | 'yesno' | 'span' | 'time' }
  | { kind: 'bounds'; low: number; high: number }
  | { kind: 'words'; words: string }
  | { kind: 'dim'; dim: number; got: number }

export const keyOf = (path: Path) => path.join('/')

/** Faults that keep a request from being sent, in the order of the form; a name too much is the server's to refuse. */
export function blocking(found: ReadonlyMap<string, Fault>): [string, Fault][] {
  return [...found].filter(([, f]) => f.kind !== 'unknown')
}

/** Moves the focus to a field by its path, or to what holds it where the field itself has no place to type. */
export function focusField(root: ParentNode, path: string): boolean {
  for (let here = path; here !== ''; here = here.slice(0, Math.max(0, here.lastIndexOf('/')))) {
    const place = root.querySelector<HTMLElement>(`[data-field="${CSS.escape(here)}"] :is(input, select, textarea, button)`)
    if (!place) continue
    place.focus()
    return true
  }
  return false
}

/** What is wrong with a request, by the path of the field. The server has the last word. */
export function faults(params: readonly Param[], request: Values): Map<string, Fault> {
  const found = new Map<string, Fault>()
  walkRecord(fieldsOf(params), request, [], found)
  return found
}

function walkRecord(fields: readonly Field[], value: Values, path: Path, found: Map<string, Fault>): void {
  for (const f of fields) {
    const here = [...path, f.name]
    if (!(f.name in value) || value[f.name] === undefined) {
      if (f.required) found.set(keyOf(here), { kind: 'missing' })
      continue
    }
    // What must be given and is blank was not given; the server would take it for an empty word.
    if (f.required && value[f.name] === '') {
      found.set(keyOf(here), { kind: 'missing' })
      continue
    }
    walk(f.shape, value[f.name], here, found)
  }
  const names = new Set(fields.map((f) => f.name))
  for (const name of Object.keys(value)) if (!names.has(name)) found.set(keyOf([...path, name]), { kind: 'unknown' })
}

const SPAN = /^\d+(\.\d+)?(ns|us|µs|ms|s|m|h|d)(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))*$/

function walk(shape: Shape, value: unknown, path: Path, found: Map<string, Fault>): void {
  const bad = (fault: Fault) => void found.set(keyOf(path), fault)
  if (value === null) {
    if (shape.nullable !== true) bad({ kind: 'missing' })
    return
  }
  switch (shape.kind) {
    case 'int':
    case 'float':
      if (typeof value !== 'number') return bad(value === '' ? { kind: 'missing' } : { kind: 'number' })
      if (shape.kind === 'int' && !Number.isInteger(value)) return bad({ kind: 'whole' })
      if (shape.low !== undefined && shape.high !== undefined && (value < shape.low || value > shape.high)) bad({ kind: 'bounds', low: shape.low, high: shape.high })
      return
    case 'bool':
      if (typeof value !== 'boolean') bad({ kind: 'yesno' })
      return
    case 'string':
      if (typeof value !== 'string') return bad({ kind: 'text' })
      if (shape.words && shape.words.length > 0 && !shape.words.includes(value)) bad({ kind: 'words', words: shape.words.join(', ') })
      return
    case 'time':
      if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) bad({ kind: 'time' })
      return
    case 'duration':
      if (typeof value !== 'string' || !SPAN.test(value)) bad({ kind: 'span' })
      return
    case 'vector':
      if (!Array.isArray(value)) return bad({ kind: 'list' })
      if (value.some((v) => typeof v !== 'number')) return bad({ kind: 'number' })
      if (shape.dim !== undefined && shape.dim > 0 && value.length !== shape.dim) bad({ kind: 'dim', dim: shape.dim, got: value.length })
      return
    case 'list':
      if (!Array.isArray(value)) return bad({ kind: 'list' })
      if (shape.elem) value.forEach((v, i) => walk(shape.elem as Shape, v, [...path, i], found))
      return
    case 'record':
      if (typeof value !== 'object' || Array.isArray(value)) return bad({ kind: 'record' })
      walkRecord(shape.fields ?? [], value as Values, path, found)
  }
}

/** The request in a text of JSON, or why it is none. */
export function parseRequest(text: string): { value: Values } | { error: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: '{ … }' }
  return { value: value as Values }
}
