import { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '@/api/types'
import { offsetOf, placeOf, shown } from './diagnostics'

const doc = Text.of(['// 热门😀 x', 'a = top(games)', ''])

const diagnostic = (more: Partial<Diagnostic>): Diagnostic => ({
  code: 'E0301',
  severity: 'error',
  file: 'a.riffle',
  message: 'unknown name "games"',
  line: 2,
  column: 9,
  end_line: 2,
  end_column: 14,
  ...more,
})

describe('places and offsets', () => {
  test('there and back, also behind a character of two units', () => {
    for (let offset = 0; offset <= doc.length; offset++) {
      if (offset === 6) continue // the middle of the emoji is no place
      expect(offsetOf(doc, placeOf(doc, offset))).toBe(offset)
    }
  })
  test('beyond the text is its end', () => {
    expect(offsetOf(doc, { line: 99, column: 1 })).toBe(doc.length)
    expect(offsetOf(doc, { line: 2, column: 99 })).toBe(doc.line(2).to)
    expect(offsetOf(doc, { line: 0, column: 1 })).toBe(0)
  })
})

describe('diagnostics', () => {
  test('cover what they are about', () => {
    const [d] = shown(doc, [diagnostic({})], 'a.riffle')
    expect(doc.sliceString(d?.from ?? 0, d?.to)).toBe('games')
    expect(d).toMatchObject({ severity: 'error', source: 'E0301', message: 'unknown name "games"' })
  })
  test('of other files stay away', () => expect(shown(doc, [diagnostic({})], 'b.riffle')).toEqual([]))
  test('stand in the order of the text, with their help below the message', () => {
    const list = shown(doc, [diagnostic({ severity: 'hint', help: 'did you mean "game"?' }), diagnostic({ line: 1, column: 1, end_line: 1, end_column: 2 })], 'a.riffle')
    expect(list.map((d) => d.severity)).toEqual(['error', 'info'])
    expect(list[1]?.message).toBe('unknown name "games"\ndid you mean "game"?')
  })
  test('without width are still seen, and stay inside a text that became shorter', () => {
    const [a] = shown(doc, [diagnostic({ end_column: 9 })], 'a.riffle')
    expect((a?.to ?? 0) - (a?.from ?? 0)).toBe(1)
    const [b] = shown(Text.of(['x']), [diagnostic({})], 'a.riffle')
    expect([b?.from, b?.to]).toEqual([1, 1])
  })
})

describe('cures', () => {
  const fix = { line: 2, column: 9, end_line: 2, end_column: 14, text: 'game' }
  const view = (text: Text) => {
    const made: unknown[] = []
    return { made, view: { state: { doc: text }, dispatch: (x: unknown) => made.push(x) } as unknown as EditorView }
  }
  test('bear what they write', () => {
    const [d] = shown(doc, [diagnostic({ fix: [fix] })], 'a.riffle')
    expect(d?.actions?.map((a) => a.name)).toEqual(['→ game'])
    const [gone] = shown(doc, [diagnostic({ fix: [{ ...fix, text: '' }] })], 'a.riffle')
    expect(gone?.actions?.map((a) => a.name)).toEqual(['− games'])
    expect(shown(doc, [diagnostic({})], 'a.riffle')[0]?.actions).toEqual([])
  })
  test('move with their mark', () => {
    const [d] = shown(doc, [diagnostic({ fix: [fix] })], 'a.riffle')
    const moved = Text.of(['more', ...doc.toString().split('\n')])
    const v = view(moved)
    d?.actions?.[0]?.apply(v.view, (d.from ?? 0) + 5, 0)
    expect(v.made).toMatchObject([{ changes: [{ from: (d?.from ?? 0) + 5, insert: 'game' }] }])
  })
  test('leave alone what is another text by now', () => {
    const [d] = shown(doc, [diagnostic({ fix: [fix] })], 'a.riffle')
    const v = view(Text.of(['// 热门😀 x', 'a = top(poems)', '']))
    d?.actions?.[0]?.apply(v.view, d.from, 0)
    expect(v.made).toEqual([])
  })
})
