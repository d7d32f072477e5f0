import { expect, test } from 'vitest'
import { moreOf } from './edges'

test.each([
  [0, 400, 400, 'none'],
  [0, 400, 400.6, 'none'],
  [0, 400, 900, 'right'],
  [250, 400, 900, 'both'],
  [500, 400, 900, 'left'],
  [499.5, 400, 900, 'left'],
] as const)('scrolled by %f, %f of %f shown: more on the %s', (left, width, whole, want) => expect(moreOf(left, width, whole)).toBe(want))
