// What two requests ask differently, field by field.

export interface FieldDiff {
  /** As it is written in the language: user.id, seen[2]. */
  field: string
  /** Undefined: not given. */
  a: unknown
  b: unknown
}

/** More than this many fields are cut: two long vectors differ in each number. */
export const MOST_FIELDS = 50

const plain = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * The fields that differ, by name, and how many more there are. Records are
 * compared field by field; a list of simple values is one value, because a
 * missing first item is not a change of every other.
 */
export function requestDiff(a: unknown, b: unknown): { fields: FieldDiff[]; more: number } {
  const fields: FieldDiff[] = []
  walk('', a, b, fields)
  return { fields: fields.slice(0, MOST_FIELDS), more: Math.max(0, fields.length - MOST_FIELDS) }
}

function walk(field: string, a: unknown, b: unknown, out: FieldDiff[]): void {
  if (plain(a) && plain(b)) {
    for (const name of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) walk(field === '' ? name : `${field}.${name}`, a[name], b[name], out)
    return
  }
  const records = (v: unknown): v is unknown[] => Array.isArray(v) && v.some(plain)
  if (records(a) && records(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) walk(`${field}[${i}]`, a[i], b[i], out)
    return
  }
  if (!equal(a, b)) out.push({ field, a, b })
}

/** Whatever the order of a record's fields. */
function equal(a: unknown, b: unknown): boolean {
  if (plain(a) && plain(b)) {
    const names = Object.keys(a)
    return names.length === Object.keys(b).length && names.every((n) => equal(a[n], b[n]))
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((v, i) => equal(v, b[i]))
  return same(a, b)
}
