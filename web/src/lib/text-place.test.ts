import { describe, expect, test } from 'vitest'
import { columnOf, comparePlaces, holds, unitsBefore } from './text-place'

describe('places count characters, the browser counts units', () => {
  const cases: [line: string, column: number, units: number][] = [
    ['abc', 1, 0],
    ['abc', 3, 2],
    ['abc', 4, 3],
    ['热门 = x', 3, 2],
    ['a😀b', 2, 1],
    ['a😀b', 3, 3],
    ['a😀b', 4, 4],
  ]
  test.each(cases)('%s column %i', (line, column, units) => {
    expect(unitsBefore(line, column)).toBe(units)
    expect(columnOf(line, units)).toBe(column)
  })

  test('a column beyond the line is its end', () => {
    expect(unitsBefore('abc', 99)).toBe(3)
    expect(unitsBefore('😀', 99)).toBe(2)
    expect(unitsBefore('abc', 0)).toBe(0)
  })
})

describe('ranges', () => {
  const range = { line: 2, column: 3, end_line: 4, end_column: 2 }
  test('hold both ends and what is between', () => {
    const at = (line: number, column: number) => holds(range, { line, column })
    expect([at(2, 2), at(2, 3), at(3, 99), at(4, 2), at(4, 3)]).toEqual([false, true, true, true, false])
  })
  test('order is by line, then column', () => {
    expect(comparePlaces({ line: 2, column: 9 }, { line: 3, column: 1 })).toBeLessThan(0)
    expect(comparePlaces({ line: 3, column: 2 }, { line: 3, column: 1 })).toBeGreaterThan(0)
  })
})
