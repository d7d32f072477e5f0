// What sets a node apart from the others, in a glyph and a word.
import type { Key } from '@/lib/i18n'
import type { StageNode } from './model'

export interface NodeMark {
  glyph: string
  word: Key
}

export const LAZY: NodeMark = { glyph: '↺', word: 'graph.lazy' }
export const OPTIONAL: NodeMark = { glyph: '?', word: 'graph.optional' }
/** Of an edge: where the answer comes from when the node fails. */
export const INSTEAD: NodeMark = { glyph: '┄', word: 'graph.instead' }

export function marksOf(node: Pick<StageNode, 'lazy' | 'optional'>): NodeMark[] {
  return [...(node.lazy ? [LAZY] : []), ...(node.optional ? [OPTIONAL] : [])]
}

/** The marks that occur in a picture, for its key. */
export function keyOf(nodes: readonly Pick<StageNode, 'lazy' | 'optional' | 'fallback'>[]): NodeMark[] {
  return [
    ...(nodes.some((n) => n.optional) ? [OPTIONAL] : []),
    ...(nodes.some((n) => n.lazy) ? [LAZY] : []),
    ...(nodes.some((n) => n.fallback) ? [INSTEAD] : []),
  ]
}
