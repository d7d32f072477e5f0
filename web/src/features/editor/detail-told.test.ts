import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PlanDetail } from '@/api/types'
import { speak } from '@/lib/i18n'
import { detailTold } from './detail-told'

const detail = (more: Partial<PlanDetail>) => ({ part: 'node', name: 'hot', change: 'changed', text: 'the server\'s own words', ...more }) as PlanDetail
const CASES: [string, Partial<PlanDetail>, string, string][] = [
  ['a new node', { change: 'added', after: 'top' }, 'new node hot: top', '新增节点 hot：top'],
  ['a field that is in use', { part: 'field', name: 'size', change: 'removed', before: 'int', users: ['feed', 'late'] }, 'field size is gone: int; used by feed, late', '移除字段 size：int；使用者：feed, late'],
  ['a value', { what: 'timeout', before: '40ms', after: '25ms' }, 'hot timeout: 40ms → 25ms', 'hot timeout：40ms → 25ms'],
  ['a value that was none', { what: 'gain', after: '0.3' }, 'hot gain: 0.3, none before', 'hot gain：0.3，原先没有'],
  ['a value that is none', { what: 'optional', before: 'yes' }, 'hot optional: none any more, was yes', 'hot optional：不再有，原为 yes'],
  ['a parameter', { part: 'parameter', name: 'k', before: 'int', after: 'string' }, 'parameter k: int → string', '参数 k：int → string'],
  ['documents', { part: 'documents', name: 'apps', change: 'removed', docs: 12345 }, '12,345 documents are no longer served', '12,345 个文档不再提供'],
  ['a scene', { part: 'declaration', name: 'home', change: 'removed' }, 'who asks scene home gets no answer any more', '请求场景 home 将不再得到应答'],
]

describe.each(['en', 'zh'] as const)('%s', (lang) => {
  beforeAll(() => speak(lang))
  test.each(CASES)('%s', (_, d, en, zh) => expect(detailTold(i18next.t, detail(d))).toBe(lang === 'en' ? en : zh))
})
