import { expect, test } from 'vitest'
import { shelfOf } from './shelf'

function storage(first: Record<string, string> = {}) {
  const held = new Map(Object.entries(first))
  return { held, getItem: (k: string) => held.get(k) ?? null, setItem: (k: string, v: string) => void held.set(k, v), removeItem: (k: string) => void held.delete(k) }
}
const TEXT = { text: 'mine', base: 'old', tag: '"1"', at: 7 }

test('a text comes back until it is dropped, for its team alone', () => {
  const s = storage()
  shelfOf('ads', () => s).put('a.riffle', TEXT)
  expect(shelfOf('ads', () => s).get('a.riffle')).toEqual(TEXT)
  expect(shelfOf('games', () => s).get('a.riffle')).toBeUndefined()
  shelfOf('ads', () => s).drop('a.riffle')
  expect(s.held.size).toBe(0)
})

test.each(['', '{', 'null', '7', '{"text":"x"}', '{"text":"x","base":"","tag":3,"at":1}'])('what is no text is none: %s', (stored) => {
  const s = storage({ 'riffle.unsaved/ads/a': stored })
  expect(shelfOf('ads', () => s).get('a')).toBeUndefined()
})

test('a storage that refuses breaks nothing', () => {
  const shelf = shelfOf('ads', () => {
    throw new Error('forbidden')
  })
  shelf.put('a', TEXT)
  shelf.drop('a')
  expect(shelf.get('a')).toBeUndefined()
})
