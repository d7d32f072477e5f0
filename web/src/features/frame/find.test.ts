import { expect, test } from 'vitest'
import { find, type Entry } from './find'

const entry = (name: string): Entry => ({ id: name, name, kind: 'page', run: () => undefined })
const all = ['Overview', 'Scenes', 'home', 'home_feed', 'at_home'].map(entry)

test.each([
  ['', ['Overview', 'Scenes', 'home', 'home_feed', 'at_home']],
  ['home', ['home', 'home_feed', 'at_home']],
  ['  HOME ', ['home', 'home_feed', 'at_home']],
  ['hf', ['home_feed']],
  ['zzz', []],
])('%j', (query, want) => expect(find(all, query).map((e) => e.name)).toEqual(want))
