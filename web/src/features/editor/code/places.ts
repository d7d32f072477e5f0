// Places of a text that move with it while it is written: each can be written
// anew without touching what stands around it.
import { StateEffect, StateField, type EditorState, type TransactionSpec } from '@codemirror/state'

/** Lines from..to of a text, the end exclusive. */
export interface Lines {
  from: number
  to: number
}

interface Span {
  from: number
  to: number
}

const moved = StateEffect.define<{ index: number; span: Span }>()

/** Offsets of whole lines: from the first one to the end of the last, without the line end behind it. */
function spanOf(state: EditorState, { from, to }: Lines): Span {
  const { doc } = state
  const start = from < doc.lines ? doc.line(from + 1).from : doc.length
  return { from: start, to: to > from ? doc.line(Math.min(to, doc.lines)).to : start }
}

/** A field that follows these places. */
export function placesField(places: readonly Lines[]) {
  return StateField.define<readonly Span[]>({
    create: (state) => places.map((p) => spanOf(state, p)),
    update(spans, tr) {
      let next = tr.docChanged ? spans.map((s) => ({ from: tr.changes.mapPos(s.from, -1), to: tr.changes.mapPos(s.to, 1) })) : spans
      for (const e of tr.effects) if (e.is(moved)) next = next.map((s, i) => (i === e.value.index ? e.value.span : s))
      return next
    },
  })
}

/** Writes other lines into a place; none where there is no such place. */
export function writePlace(state: EditorState, field: ReturnType<typeof placesField>, index: number, lines: readonly string[]): TransactionSpec | null {
  const span = state.field(field)[index]
  if (!span) return null
  const text = lines.join('\n')
  let { from, to } = span
  let insert = text
  let at = from
  if (lines.length === 0 && to < state.doc.length) to++ // its line end goes, too
  else if (lines.length === 0 && from > 0) at = --from
  else if (lines.length > 0 && from === to && from < state.doc.length) insert += '\n' // it had no line: it gets one
  return {
    changes: { from, to, insert },
    effects: moved.of({ index, span: { from: at, to: at + text.length } }),
    userEvent: 'input',
    scrollIntoView: true,
    selection: { anchor: at },
  }
}
