// Completion, hover and the way to a declaration: asked from the server with
// the texts as they stand.
import { autocompletion, snippet, type Completion as Offered, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view'
import type { Completion, Completions, Definition, Hover } from '@/api/types'
import type { Place } from '@/lib/text-place'
import { offsetOf, placeOf } from './diagnostics'
import { closesCard, isTyping } from './typing'

export interface Assistant {
  complete(at: Place, signal: AbortSignal): Promise<Completions>
  hover(at: Place): Promise<Hover>
  definition(at: Place): Promise<Definition>
}

const KINDS: Partial<Record<Completion['kind'], string>> = {
  operator: 'function',
  function: 'function',
  column: 'property',
  field: 'property',
  resource: 'class',
  pipeline: 'class',
  node: 'variable',
  param: 'variable',
  keyword: 'keyword',
  modifier: 'keyword',
  type: 'type',
  argument: 'property',
  setting: 'property',
  policy: 'enum',
  value: 'constant',
}

/** $0 is where the cursor goes; everything else is put in as it is. */
export function template(insert: string): string | null {
  const at = insert.indexOf('$0')
  if (at < 0) return null
  const plain = (s: string) => s.replace(/[{}]/g, '\\$&')
  return `${plain(insert.slice(0, at))}\${}${plain(insert.slice(at + 2))}`
}

/** How far its place in the server's order lifts an item at most: less than a better match of what was typed does. */
const LIFT = 90

/** The server's order is that of use. */
export function offered(c: Completion, place: number, of: number): Offered {
  const filled = template(c.insert)
  return {
    label: c.label,
    type: KINDS[c.kind] ?? 'text',
    boost: of > 1 ? Math.round(LIFT * (1 - place / (of - 1)) * 100) / 100 : 0,
    ...(c.detail && { detail: c.detail }),
    ...(c.doc && { info: c.doc }),
    apply: filled === null ? c.insert : snippet(filled),
  }
}

/** Letters, and what a letter is expected behind. */
const BEGINS = /(?:[\p{L}\p{N}_]|\.|[(:,=] ?)$/u

export function completion(assistant: Assistant) {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos)
    const before = line.text.slice(0, context.pos - line.from)
    if (!context.explicit && (!BEGINS.test(before) || /\/\//.test(before))) return null
    const abort = new AbortController()
    context.addEventListener('abort', () => abort.abort(), { onDocChange: true })
    try {
      const at = placeOf(context.state.doc, context.pos)
      const answer = await assistant.complete(at, abort.signal)
      if (answer.items.length === 0) return null
      return {
        from: offsetOf(context.state.doc, { line: at.line, column: answer.from_column }),
        options: answer.items.map((c, i) => offered(c, i, answer.items.length)),
        validFor: /^[\p{L}\p{N}_]*$/u,
      }
    } catch {
      return null // completion is a help: without it the text can be written all the same
    }
  }
  return autocompletion({ override: [source], icons: true, activateOnTypingDelay: 60, maxRenderedOptions: 60 })
}

export function hover(assistant: Assistant) {
  const source = async (view: EditorView, pos: number): Promise<Tooltip | null> => {
    if (isTyping(view.state)) return null
    try {
      const h = await assistant.hover(placeOf(view.state.doc, pos))
      // Typed while the answer was under way: its place may be another one now.
      if (!h.found || !h.range || isTyping(view.state)) return null
      const { range } = h
      return {
        pos: offsetOf(view.state.doc, range),
        end: offsetOf(view.state.doc, { line: range.end_line, column: range.end_column }),
        above: true,
        create() {
          const dom = document.createElement('div')
          dom.className = 'cm-hover'
          const title = document.createElement('code')
          title.textContent = h.title ?? ''
          dom.append(title, h.doc ?? '')
          return { dom }
        },
      }
    } catch {
      return null
    }
  }
  return hoverTooltip(source, { hideOn: closesCard })
}
