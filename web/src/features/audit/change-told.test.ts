import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '@/api/types'
import { speak } from '@/lib/i18n'
import { changeTold } from './change-told'

const CASES: [string, string, unknown, unknown, string, string, object][] = [
  ['file.save', 'a.riffle', { tag: '"1"', rev: 1 }, { added: 1200, removed: 1, bytes: 2048, rev: 2 }, '+1,200 −1 lines, now 2.0 KiB', '+1,200 −1 行，现为 2.0 KiB', { file: 'a.riffle' }],
  ['file.save', 'a.riffle', undefined, { bytes: 10, rev: 1 }, 'new, 10 B', '新建，10 B', { file: 'a.riffle' }],
  ['file.save', 'a.riffle', { tag: '"1"' }, { added: 0, removed: 0, bytes: 10 }, 'the same text', '文本未变', { file: 'a.riffle' }],
  ['version.publish', '3', undefined, { hash: 'x', live: true }, 'and made it live', '并设为线上', { version: 3 }],
  ['version.activate', '1', { live: 3 }, { live: 1 }, 'v3 → v1', 'v3 → v1', { version: 1 }],
  ['member.role', 'li', { role: 'viewer' }, { role: 'owner' }, 'viewer → owner', '查看者 → 所有者', {}],
  ['token.create', 'ci', undefined, { role: 'editor', scopes: ['read', 'serve'], expires_at: '2027-01-05T10:00:00Z' }, 'role editor · look · call scenes and run requests · until 2027-01-05', '角色：编辑者 · 查看 · 调用场景、运行请求 · 有效至 2027-01-05', {}],
  ['importers.set', '', { teams: null }, { teams: ['ads', 'books'] }, '– → ads, books', '– → ads, books', {}],
  ['fault.begun', 'x', undefined, { kind: 'delay' }, '', '', {}],
]

describe.each(['en', 'zh'] as const)('%s', (lang) => {
  beforeAll(() => speak(lang))
  test.each(CASES)('%s %s', (action, object, before, after, en, zh, more) =>
    expect(changeTold(i18next.t, { action, object, before, after } as AuditEntry)).toEqual({ text: lang === 'en' ? en : zh, ...more }))
  test('anything may stand in the parts', () => {
    for (const parts of [null, 7, [], 'x', { live: 'no' }]) expect(changeTold(i18next.t, { action: 'version.activate', object: '../1', before: parts, after: parts }).version).toBeUndefined()
  })
})
