// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listed } from './importers'

test.each([
  [[], { add: 'books' }, ['books']],
  [['games'], { add: 'books' }, ['books', 'games']],
  [['books'], { add: 'books' }, ['books']],
  [['books', 'games'], { remove: 'books' }, ['games']],
  [['books'], { remove: 'ads' }, ['books']],
] as const)('%j with %j is %j', (teams, change, want) => expect(listed(teams, change)).toEqual(want))
