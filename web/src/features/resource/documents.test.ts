import { expect, test } from 'vitest'
import { after, batches, documentsOf, linesOf, parseAnswer, START, SHOWN } from './documents'

test.each([
  ['', []],
  ['{"id": "a",\n "n": 1}', [[1, '{"id":"a","n":1}']]],
  ['{"id":"a"}\n\n {"id":"b"}\n', [[1, '{"id":"a"}'], [3, '{"id":"b"}']]],
  ['[{"id":"a"}, {"id":"b"}]', [[1, '{"id":"a"}'], [2, '{"id":"b"}']]],
  ['{"id":"a"}\nnot json', [[1, '{"id":"a"}'], [2, 'not json']]],
])('%j', (text, want) => expect(documentsOf(text).map((l) => [l.number, l.text])).toEqual(want))

test('a broken list is refused', () => expect(() => documentsOf('[{"id":')).toThrow())

test('batches end at the number of lines or characters', () => {
  const lines = Array.from({ length: 7 }, (_, i) => ({ number: i + 1, text: 'x'.repeat(i === 3 ? 100 : 10) }))
  expect([...batches(lines, { lines: 3, chars: 1000 })].map((b) => b.length)).toEqual([3, 3, 1])
  expect([...batches(lines, { lines: 100, chars: 60 })].map((b) => b.map((l) => l.number))).toEqual([[1, 2, 3], [4], [5, 6, 7]])
  expect([...batches([])]).toEqual([])
})

test('a file is cut into lines wherever its chunks end, also inside a character', async () => {
  const bytes = new TextEncoder().encode('{"t":"春晓"}\r\n\n{"t":"b"}')
  for (let at = 0; at <= bytes.length; at++) {
    async function* chunks() {
      yield bytes.slice(0, at)
      yield bytes.slice(at)
    }
    const lines = []
    for await (const line of linesOf(chunks())) lines.push([line.number, line.text])
    expect(lines).toEqual([[1, '{"t":"春晓"}'], [3, '{"t":"b"}']])
  }
})

test('answers are told by the line of the text', () => {
  const batch = [{ number: 11, text: '' }, { number: 14, text: '' }]
  const p = after(START, batch, [
    { line: 1, key: 'a', offset: 5, slot: 0 },
    { line: 2, offset: -1, slot: 0, error: { code: 'invalid', message: 'no key' } },
  ])
  expect(p).toMatchObject({ sent: 2, accepted: 1, failed: 1 })
  expect(p.results.map((r) => r.line)).toEqual([11, 14])
})

test('of many results those that were refused are kept', () => {
  const batch = Array.from({ length: SHOWN + 50 }, (_, i) => ({ number: i + 1, text: '' }))
  const answer = batch.map((l) => (l.number === SHOWN + 40 ? { line: l.number, offset: -1, slot: 0, error: { code: 'invalid', message: 'x' } } : { line: l.number, offset: 1, slot: 0 }))
  const p = after(START, batch, answer as Parameters<typeof after>[2])
  expect(p.results).toHaveLength(SHOWN)
  expect(p.results[0]?.error?.message).toBe('x')
})

test('an answer in NDJSON ends with its summary', () => {
  const { results, summary } = parseAnswer('{"line":1,"key":"a","offset":3,"slot":0}\n{"accepted":1,"failed":0,"done":true}\n')
  expect(results).toHaveLength(1)
  expect(summary?.done).toBe(true)
})
