// Places in a text. The server counts lines and characters from 1; the browser
// counts UTF-16 units from 0, and a rare character takes two of them.

export interface Place {
  line: number
  column: number
}

/** From a place up to the place behind the last character. */
export interface Range extends Place {
  end_line: number
  end_column: number
}

const PAIRS = /[\ud800-\udfff]/

/** Units that stand before a column of a line; a column beyond the line means its end. */
export function unitsBefore(line: string, column: number): number {
  if (column <= 1) return 0
  if (!PAIRS.test(line)) return Math.min(column - 1, line.length)
  let units = 0
  let left = column - 1
  for (const character of line) {
    if (left-- === 0) break
    units += character.length
  }
  return units
}

/** The column of a unit of a line. */
export function columnOf(line: string, units: number): number {
  const before = line.slice(0, units)
  return (PAIRS.test(before) ? [...before].length : before.length) + 1
}

/** Negative where a stands before b. */
export function comparePlaces(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column
}

export function holds(range: Range, at: Place): boolean {
  return comparePlaces(range, at) <= 0 && comparePlaces(at, { line: range.end_line, column: range.end_column }) <= 0
}
