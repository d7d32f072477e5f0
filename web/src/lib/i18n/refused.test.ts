import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import reasons from '@/gen/reasons.json'
import { Problem } from '@/api/problem'
import { speak } from '.'
import { refusedBecause, saidAnew } from './refused'
import { nouns, refused, said } from './refused.zh'

const holes = (text: string) => [...new Set([...text.matchAll(/{(\w+)}/g)].map((m) => m[1]))].sort().join()

describe('the server’s refusals in Chinese', () => {
  test('each has its sentence, and no sentence is left of a reason that is gone', () =>
    expect(Object.keys(refused)).toEqual(Object.keys(reasons)))

  test('each says with the same holes', () => {
    const english: Record<string, string> = reasons
    expect(Object.entries(refused).filter(([reason, chinese]) => holes(chinese) !== holes(english[reason] ?? ''))).toEqual([])
  })

  test('none was left in English', () => expect(Object.values(refused).filter((s) => !/\p{Script=Han}/u.test(s))).toEqual([]))

  test('what other layers say has the holes of its parts', () => {
    const groups = (as: RegExp) => [...as.source.matchAll(/\(\?<(\w+)>/g)].map((m) => m[1]).sort().join()
    expect(said.filter((s) => groups(s.as) !== holes(s.sentence)).map((s) => s.sentence)).toEqual([])
    expect(Object.values(nouns).every((n) => /\p{Script=Han}/u.test(n))).toBe(true)
  })
})

const english = 'this needs the role owner, yours in demo is viewer; an owner of the team can change it'
const needed = { reason: 'role_needed', params: { need: 'owner', team: 'demo', role: 'viewer' } }

describe('a Chinese reader', () => {
  beforeAll(() => speak('zh'))
  afterAll(() => speak('en'))

  test.each([
    ['words of roles and things are told', needed, '此操作需要所有者角色，你在 demo 的角色是查看者；团队所有者可以修改'],
    ['names stay, also one that is a word', { reason: 'missing', params: { what: 'team', name: 'team' } }, '团队 “team” 不存在，或你无权查看'],
    ['numbers stay', { reason: 'password_short', params: { n: 3 } }, '密码有 3 个字符，至少需要 10 个'],
    ['the engine’s part is told too', { reason: 'request_parameter', params: { parameter: 'k', said: 'want int, got a text' } }, '参数 k：应为 int，实为 a text'],
    ['a word nobody knows stays', { reason: 'missing', params: { what: 'toString', name: '{what}' } }, 'toString “{what}” 不存在，或你无权查看'],
    ['a reason of another version is in English', { reason: 'brand_new', params: {} }, english],
    ['so is one that is no reason', { reason: 'constructor' }, english],
    ['and what has none', {}, english],
  ])('%s', (_, refusal, want) => expect(refusedBecause(refusal, english)).toBe(want))

  test('reads a problem in Chinese, and in English after the change of language', async () => {
    const p = Problem.from(403, { code: 'forbidden', detail: english, ...needed })
    expect(p.detail).toContain('所有者角色')
    await speak('en')
    expect(p.detail).toBe(english)
    await speak('zh')
  })

  test.each([
    ['pipeline home: node best failed: not done at 40ms', '管线 home：节点 best 失败：到 40ms 仍未完成'],
    ['a sentence nobody knows', 'a sentence nobody knows'],
  ])('of the engine: %s', (text, want) => expect(saidAnew(text)).toBe(want))
})
