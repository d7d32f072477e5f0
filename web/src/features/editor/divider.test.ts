import { expect, test } from 'vitest'
import { shareByKey, shareFrom } from './divider'

test.each([
  [null, 54],
  ['', 54],
  ['wide', 54],
  ['60', 60],
  ['99', 75],
  ['-4', 54],
  ['3', 25],
])('kept %j is %i per cent', (stored, want) => expect(shareFrom(stored)).toBe(want))

test.each([
  [50, 'ArrowLeft', 45],
  [26, 'ArrowLeft', 25],
  [74, 'ArrowRight', 75],
  [50, 'Home', 25],
  [50, 'End', 75],
  [50, 'Enter', null],
])('from %i by %s to %j', (share, key, want) => expect(shareByKey(share, key)).toBe(want))
