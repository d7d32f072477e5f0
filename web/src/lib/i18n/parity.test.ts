import { describe, expect, test } from 'vitest'
import en from './en'
import zh from './zh'

const holes = (text: string) => [...text.matchAll(/{{(\w+)(?:, [^}]*)?}}/g)].map((m) => m[1]).sort()
const words = zh as Record<string, string>

describe('words in Chinese and English', () => {
  test('have the same keys, in the same order', () => expect(Object.keys(zh)).toEqual(Object.keys(en)))

  test('none is empty, and both have the same holes', () => {
    const bad = Object.entries(en).filter(([key, english]) => {
      const chinese = words[key] ?? ''
      return english.trim() === '' || chinese.trim() === '' || holes(chinese).join() !== holes(english).join()
    })
    expect(bad).toEqual([])
  })

  // Names that are the same in both languages; everything else must be translated.
  const SAME = new Set(['kpi.p99', 'scene.p50', 'scene.p99', 'scene.qps'])
  test('none was left in English', () => {
    const left = Object.entries(en).filter(([key, english]) => words[key] === english && !SAME.has(key))
    expect(left).toEqual([])
  })

  test('each key is used', () => {
    const sources = import.meta.glob('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
    const text = Object.entries(sources)
      .filter(([path]) => !path.includes('/i18n/') && !path.startsWith('./'))
      .map(([, source]) => String(source))
      .join('\n')
    // Keys that are put together: t(`role.${role}`).
    const families = [...text.matchAll(/t\(`([a-z.]+\.)\$\{/g)].map((m) => m[1] ?? '')
    const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !families.some((f) => key.startsWith(f)))
    expect(unused).toEqual([])
    // It reads every source, which a busy machine takes its time for.
  }, 60_000)
})
