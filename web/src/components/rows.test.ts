import { expect, test } from 'vitest'
import { windowStart } from './rows'

test.each([
  [-100, 0],
  [0, 0],
  [28 * 55, 30],
  [28 * 4999, 4930],
])('%i px scrolled away begin at row %i', (above, want) => expect(windowStart(above, 28, 70, 5000)).toBe(want))

test('a list shorter than the window begins at its begin', () => expect(windowStart(900, 28, 70, 40)).toBe(0))
