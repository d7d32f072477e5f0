import { expect, test } from 'vitest'
import { find, withRecent, type Entry } from './find'

const entry = (name: string): Entry => ({ id: name, name, kind: 'page', run: () => undefined })
const all = ['Overview', 'Scenes', 'home', 'home_feed', 'at_home'].map(entry)

test.each([
  ['', ['Overview', 'Scenes', 'home', 'home_feed', 'at_home']],
  ['home', ['home', 'home_feed', 'at_home']],
  ['  HOME ', ['home', 'home_feed', 'at_home']],
  ['hf', ['home_feed']],
  ['zzz', []],
])('%j', (query, want) => expect(find(all, query).map((e) => e.name)).toEqual(want))

test('what was gone to lately stands first, and what is gone is left out', () =>
  expect(withRecent(all, ['home', 'nowhere', 'Overview']).map((e) => e.name)).toEqual(['home', 'Overview', 'Scenes', 'home_feed', 'at_home']))
