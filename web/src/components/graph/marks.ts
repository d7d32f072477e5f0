// What sets a node apart from the others, in a glyph and a word.
import type { Key } from '@/lib/i18n'
import type { StageNode } from './model'

export interface NodeMark {
  glyph: string
  word: Key
}

export const LAZY: NodeMark = { glyph: '↺', word: 'graph.lazy' }
export const OPTIONAL: NodeMark = { glyph: '?', word: 'graph.optional' }
export const AFTER: NodeMark = { glyph: '⇥', word: 'graph.after' }
/** Of an edge: where the answer comes from when the node fails. */
export const INSTEAD: NodeMark = { glyph: '┄', word: 'graph.instead' }

/** What runs after the answer is not waiting to be wanted: the one mark says it. */
export function marksOf(node: Pick<StageNode, 'stage' | 'lazy' | 'optional'>): NodeMark[] {
  const after = node.stage === 'after'
  return [...(after ? [AFTER] : []), ...(node.lazy && !after ? [LAZY] : []), ...(node.optional ? [OPTIONAL] : [])]
}

/** The marks that occur in a picture, for its key. */
export function keyOf(nodes: readonly Pick<StageNode, 'stage' | 'lazy' | 'optional' | 'fallback'>[]): NodeMark[] {
  const seen = new Set(nodes.flatMap(marksOf))
  return [
    ...[OPTIONAL, LAZY, AFTER].filter((m) => seen.has(m)),
    ...(nodes.some((n) => n.fallback) ? [INSTEAD] : []),
  ]
}
