// The server's diagnostics as the editor wants them: places become offsets of
// the text as it stands now, which may be newer than the one that was checked.
import type { Action, Diagnostic as Shown } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Diagnostic } from '@/api/types'
import { findingTold } from '@/lib/i18n/finding'
import { columnOf, unitsBefore, type Place } from '@/lib/text-place'

/** The offset of a place; one beyond the text is its end. */
export function offsetOf(doc: Text, at: Place): number {
  if (at.line < 1) return 0
  if (at.line > doc.lines) return doc.length
  const line = doc.line(at.line)
  return line.from + unitsBefore(line.text, at.column)
}

export function placeOf(doc: Text, offset: number): Place {
  const line = doc.lineAt(Math.min(offset, doc.length))
  return { line: line.number, column: columnOf(line.text, offset - line.from) }
}

const SEVERITY = { error: 'error', warning: 'warning', hint: 'info' } as const

export function shown(doc: Text, all: readonly Diagnostic[], file: string): Shown[] {
  return all
    .filter((d) => d.file === file)
    .map((d) => {
      const from = offsetOf(doc, d)
      const to = Math.max(from, offsetOf(doc, { line: d.end_line, column: d.end_column }))
      return {
        from,
        // What has no width still gets a mark: the character at or before it.
        to: to > from ? to : Math.min(doc.length, from + 1),
        severity: SEVERITY[d.severity],
        source: d.code,
        message: told(d),
        actions: cure(doc, d, from),
      }
    })
    .sort((a, b) => a.from - b.from)
}

function told(d: Diagnostic): string {
  const { message, help } = findingTold(d)
  return help ? `${message}\n${help}` : message
}

/** The edits a diagnostic offers, as one button that bears what they write. */
function cure(doc: Text, d: Diagnostic, at: number): Action[] {
  const edits = (d.fix ?? []).map((f) => ({
    from: offsetOf(doc, f),
    to: offsetOf(doc, { line: f.end_line, column: f.end_column }),
    insert: f.text,
  }))
  if (edits.length === 0) return []
  const first = Math.min(at, ...edits.map((e) => e.from))
  const last = Math.max(at, ...edits.map((e) => e.to))
  const was = doc.sliceString(first, last)
  return [
    {
      name: label(doc, edits),
      // The mark moves with the text. Where what stands around it is another
      // by now, the edit would hit the wrong letters: the next check offers anew.
      apply(view: EditorView, from: number) {
        const moved = from - at
        if (view.state.doc.sliceString(first + moved, last + moved) !== was) return
        view.dispatch({ changes: edits.map((e) => ({ ...e, from: e.from + moved, to: e.to + moved })), userEvent: 'input.fix' })
      },
    },
  ]
}

const WIDEST = 40

function label(doc: Text, edits: readonly { from: number; to: number; insert: string }[]): string {
  const told = edits.map((e) => (e.insert.trim() === '' ? `− ${doc.sliceString(e.from, e.to).trim()}` : `→ ${e.insert.trim()}`)).join('  ')
  return told.length > WIDEST ? `${told.slice(0, WIDEST - 1)}…` : told
}
