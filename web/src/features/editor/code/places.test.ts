import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { placesField, writePlace } from './places'

function bench(text: string, places: { from: number; to: number }[]) {
  const field = placesField(places)
  let state = EditorState.create({ doc: text, extensions: field })
  return {
    put(i: number, ...lines: string[]) {
      const spec = writePlace(state, field, i, lines)
      if (spec) state = state.update(spec).state
      return state.doc.toString()
    },
    type(from: number, insert: string) {
      state = state.update({ changes: { from, insert } }).state
    },
    get text() {
      return state.doc.toString()
    },
  }
}

test('a choice writes its own place and leaves what was typed elsewhere', () => {
  const b = bench('a\nmine\ntheirs\nz\nm2\nt2\nend', [
    { from: 1, to: 3 },
    { from: 4, to: 6 },
  ])
  b.type(0, 'typed by hand\n')
  expect(b.put(0, 'theirs')).toBe('typed by hand\na\ntheirs\nz\nm2\nt2\nend')
  expect(b.put(1, 'm2')).toBe('typed by hand\na\ntheirs\nz\nm2\nend')
  expect(b.put(0, 'mine', 'theirs')).toBe('typed by hand\na\nmine\ntheirs\nz\nm2\nend')
})

test.each([
  ['in the middle', 'a\nx\nz', { from: 1, to: 2 }, 'a\nz'],
  ['at the end', 'a\nx', { from: 1, to: 2 }, 'a'],
  ['at the beginning', 'x\nz', { from: 0, to: 1 }, 'z'],
])('a side that deleted takes the lines away, and the other brings them back: %s', (_, text, place, without) => {
  const b = bench(text, [place])
  expect(b.put(0)).toBe(without)
})

test('what was taken away comes back as lines of its own', () => {
  const b = bench('a\nx\nz', [{ from: 1, to: 2 }])
  expect(b.put(0)).toBe('a\nz')
  expect(b.put(0, 'x', 'y')).toBe('a\nx\ny\nz')
  expect(b.put(0, 'x')).toBe('a\nx\nz')
})

test('a place that is not there changes nothing', () => expect(bench('a', []).put(3, 'x')).toBe('a'))
