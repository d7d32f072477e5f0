// Where a node is written, and what of a run's explanations stands there.
import type { Drop, Stage } from '@/api/types'

export interface At {
  file: string
  line: number
}

/** file:line:column taken apart; a file's own colons stay with it. */
export function atOf(pos: string): At | undefined {
  const found = /^(.+):(\d+):\d+$/.exec(pos)
  return found?.[1] !== undefined ? { file: found[1], line: Number(found[2]) } : undefined
}

/** The stages that say something of an item's place: it was brought there, scored, or moved. */
export function telling(stages: readonly Stage[]): Stage[] {
  return stages.filter((s) => s.source || s.scored || (s.moved ?? 0) !== 0)
}

/** What a drop is told with. */
export function dropFacts(d: Drop): Record<string, string | number> {
  const values = (d.values ?? []).map((v) => `${v.name} = ${shown(v.value)}`).join(', ')
  return { node: d.node, text: d.text ?? '', values, limit: d.limit ?? 0, after: d.after ?? 0, by: d.by ?? '' }
}

/** A value as one reads it. */
export function shown(v: unknown): string {
  if (v === null || v === undefined) return 'nil'
  return typeof v === 'string' ? `"${v}"` : JSON.stringify(v)
}
