import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speak } from '.'
import { findingTold } from './finding'
import { codes } from './finding.zh'
import { hints, messages } from './finding-said.zh'

const documented = [...readFileSync('docs/language/errors.md', 'utf8').matchAll(/^\| \[([EWH]\d{4})\]/gm)].map((m) => m[1] ?? '')

describe('what the compiler finds, in Chinese', () => {
  test('each code has its sentence, and no sentence is left of one that is gone', () => {
    expect(documented.length).toBeGreaterThan(100)
    expect(Object.keys(codes).sort()).toEqual([...documented].sort())
  })

  test('none was left in English', () => {
    const all = [...Object.values(codes), ...[...messages, ...hints].map((s) => s.sentence)]
    expect(all.filter((s) => !/\p{Script=Han}/u.test(s))).toEqual([])
  })

  test('every hole is a part of what is read', () => {
    const holes = (text: string, as: RegExp) => [...new Set([...text.matchAll(as)].map((m) => m[1]))].sort().join()
    expect([...messages, ...hints].filter((s) => holes(s.as.source, /\(\?<(\w+)>/g) !== holes(s.sentence, /{(\w+)}/g)).map((s) => s.sentence)).toEqual([])
  })
})

/** The compiler's word on each bad example of the document, without its hint. */
const examples = [...readFileSync('docs/language/errors.md', 'utf8').matchAll(/^> (?:error|warning|hint): (.+?)(?: \(.*\))?$/gm)].map((m) => m[1] ?? '')

describe('a Chinese reader', () => {
  beforeAll(() => speak('zh'))
  afterAll(() => speak('en'))

  test.each([
    [{ code: 'E0301', message: 'unknown name gamse', help: 'did you mean games?' }, { message: '未知的名称 gamse', help: '是否想写 games？' }],
    [{ code: 'E0501', message: 'no column instals here', help: 'did you mean installs?' }, { message: '这里没有列 instals', help: '是否想写 installs？' }],
    [{ code: 'E0501', message: 'no column nope here', help: 'with(…, nope: …) above would supply it; there are id, title and 4 more' }, { message: '这里没有列 nope', help: '上面写 with(…, nope: …) 可得到它；现有：id, title 等，另有 4 个' }],
    [{ code: 'E0301', message: 'something new', help: 'a hint of another version' }, { message: '未知的名称（something new）', help: 'a hint of another version' }],
    [{ code: 'E9999', message: 'a code of another version' }, { message: 'a code of another version', help: undefined }],
    [{ code: 'constructor', message: 'no code' }, { message: 'no code', help: undefined }],
  ])('reads %o', (finding, want) => expect(findingTold(finding)).toEqual(want))

  test('reads every example of the document without a word of the original sentence', () => {
    expect(examples.length).toBeGreaterThan(100)
    expect(examples.filter((message) => findingTold({ code: '', message }).message === message)).toEqual([])
  })

  test('and English after the change of language', async () => {
    await speak('en')
    expect(findingTold({ code: 'E0301', message: 'unknown name a', help: 'leave it out' })).toEqual({ message: 'unknown name a', help: 'leave it out' })
    await speak('zh')
  })
})
