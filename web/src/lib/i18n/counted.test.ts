import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import { speak } from '.'
import { counted } from './counted'
import en from './en'

describe('how many of what', () => {
  test.each([
    [1, 'item|items', '1 item'],
    ['1', 'item|items', '1 item'],
    [0, 'item|items', '0 items'],
    ['1,000', 'item is|items are', '1,000 items are'],
    [1, undefined, '1'],
  ])('%s', (n, nouns, want) => expect(counted(n, nouns)).toBe(want))

  test('in texts', async () => {
    await speak('en')
    expect(i18next.t('kpi.scenes', { n: 1 })).toBe('1 scene:')
    expect(i18next.t('kpi.scenes', { n: 2 })).toBe('2 scenes:')
    expect(i18next.t('detail.documents', { n: 1 })).toBe('1 document is no longer served')
  })

  // An alarm is of many.
  test('none has a bare plural', () => {
    const bare = Object.entries(en).filter(([key, text]) => /{{(n|of|docs|scenes|dim|peak)}} (?!is|has|was|ms)[a-z]+s\b/.test(text) && key !== 'degrade.alarm')
    expect(bare).toEqual([])
  })
})
