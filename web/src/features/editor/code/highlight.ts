// Colours of the language, by words alone: enough to read by. What a name
// means, and whether it is right, the server says.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language'
import { tags } from '@lezer/highlight'

const words = (text: string) => new Set(text.split(' '))

const DECLARATIONS = words('import as from type resource service function pipeline scene experiment on by test of tier arm fields request expect given')
const STATEMENTS = words('if else loop while max each parallel choose return next after in not and or matches contains startsWith endsWith item')
const MODIFIERS = words('optional gain when timeout hedge retry cache fallback')
const ATOMS = words('true false nil')
const TYPES = words('bool int float string keyword text time duration vector list set items map key')

const NAME = /^[\p{L}_][\p{L}\p{N}_]*/u
const NUMBER = /^\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?:us|ms|KB|MB|GB|\/[smh]|[smhd%])?(?![\p{L}\p{N}_])/u

interface State {
  /** Inside a raw string, which may go over lines. */
  raw: boolean
  /** Brackets open: modifiers are ordinary names inside. */
  depth: number
}

export const parser: StreamParser<State> = {
  name: 'riffle',
  startState: () => ({ raw: false, depth: 0 }),
  copyState: (s) => ({ ...s }),
  token(stream, state) {
    if (state.raw) {
      if (stream.skipTo('`')) {
        stream.next()
        state.raw = false
      } else stream.skipToEnd()
      return 'string'
    }
    if (stream.eatSpace()) return null
    if (stream.match(/^\/\/\/.*/)) return 'docComment'
    if (stream.match(/^\/\/.*/)) return 'comment'
    if (stream.match('`')) {
      state.raw = true
      return 'string'
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(NUMBER)) return 'number'
    const name = stream.match(NAME) as RegExpMatchArray | null
    if (name) return nameKind(name[0], stream.peek() ?? '', stream.string.slice(stream.pos), state)
    const character = stream.next() ?? ''
    if (character === '(' || character === '[') state.depth++
    if (character === ')' || character === ']') state.depth = Math.max(0, state.depth - 1)
    return /[()[\]{},]/.test(character) ? 'bracket' : /[-+*/%=<>!&|?.^#:]/.test(character) ? 'operator' : null
  },
  tokenTable: { function: tags.function(tags.variableName) },
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"', '`'] } },
}

function nameKind(name: string, next: string, rest: string, state: State): string {
  if (/^\s*:(?!:)/.test(rest)) return 'propertyName'
  if (ATOMS.has(name)) return 'atom'
  if (next === '(') return TYPES.has(name) ? 'typeName' : 'function'
  if (MODIFIERS.has(name)) return state.depth > 0 ? 'variableName' : 'modifier'
  if (STATEMENTS.has(name)) return 'keyword'
  if (DECLARATIONS.has(name)) return 'definitionKeyword'
  if (TYPES.has(name) || /^\p{Lu}/u.test(name)) return 'typeName'
  return 'variableName'
}

export const language = StreamLanguage.define(parser)

const style = HighlightStyle.define([
  { tag: tags.definitionKeyword, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.modifier, color: 'var(--code-modifier)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-call)' },
  { tag: tags.typeName, color: 'var(--code-type)' },
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.docComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.bracket], color: 'var(--code-mark)' },
])

export const highlighting = syntaxHighlighting(style)
