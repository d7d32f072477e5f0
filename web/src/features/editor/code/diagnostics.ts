// The server's diagnostics as the editor wants them: places become offsets of
// the text as it stands now, which may be newer than the one that was checked.
import type { Diagnostic as Shown } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { Diagnostic } from '@/api/types'
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
        message: d.help ? `${d.message}\n${d.help}` : d.message,
      }
    })
    .sort((a, b) => a.from - b.from)
}
