import { describe, expect, test } from 'vitest'
import { diffLines, linesOf } from './diff'
import { conflictsOf, merge, resolve, type Choice } from './merge'

const text = (s: string) => [...s].join('\n')

function random(seed: number) {
  let s = seed
  return (n: number) => {
    s = (s * 1103515245 + 12345) & 0x7fffffff
    return s % n
  }
}

describe('diffLines', () => {
  test('applied to the first text it gives the second', () => {
    const roll = random(7)
    for (let round = 0; round < 300; round++) {
      const word = () => Array.from({ length: roll(12) }, () => 'abcd'[roll(4)] as string)
      const a = word()
      const b = word()
      const out = [...a]
      for (const h of diffLines(a, b).reverse()) out.splice(h.a0, h.a1 - h.a0, ...b.slice(h.b0, h.b1))
      expect(out).toEqual(b)
    }
  })

  test('finds the shortest way', () => {
    expect(diffLines([...'abcde'], [...'abXde'])).toEqual([{ a0: 2, a1: 3, b0: 2, b1: 3 }])
    expect(diffLines([...'abc'], [...'abc'])).toEqual([])
  })

  test('two texts of 2,000 lines that share nothing end soon', () => {
    const lines = (p: string) => Array.from({ length: 2000 }, (_, i) => p + i)
    expect(diffLines(lines('a'), lines('b'))).toEqual([{ a0: 0, a1: 2000, b0: 0, b1: 2000 }])
  })
})

describe('merge', () => {
  const cases: [name: string, base: string, mine: string, theirs: string, merged: string, conflicts: number][] = [
    ['nothing changed', 'abc', 'abc', 'abc', 'abc', 0],
    ['only mine', 'abc', 'aXc', 'abc', 'aXc', 0],
    ['only theirs', 'abc', 'abc', 'abY', 'abY', 0],
    ['different places', 'abcde', 'Xbcde', 'abcdY', 'XbcdY', 0],
    ['both alike', 'abc', 'aXc', 'aXc', 'aXc', 0],
    ['the same line', 'abc', 'aXc', 'aYc', 'aXYc', 1],
    ['both append', 'ab', 'abX', 'abY', 'abXY', 1],
    ['deleted and changed', 'abc', 'ac', 'aYc', 'aYc', 1],
    ['two conflicts', 'abcde', 'XbcdX', 'YbcdY', 'XYbcdXY', 2],
    ['mine far away from a conflict', 'abcdefg', 'aXcdefZ', 'aYcdefg', 'aXYcdefZ', 1],
  ]
  test.each(cases)('%s', (_name, base, mine, theirs, merged, conflicts) => {
    const pieces = merge(text(base), text(mine), text(theirs))
    expect(resolve(pieces, [])).toBe(text(merged))
    expect(conflictsOf(pieces)).toHaveLength(conflicts)
  })

  test('all choices on one side, with the rest agreed, keep that side of each conflict', () => {
    const pieces = merge(text('abcde'), text('aXcde'), text('aYcdZ'))
    const pick = (c: Choice) => resolve(pieces, [c])
    expect(pick('mine')).toBe(text('aXcdZ'))
    expect(pick('theirs')).toBe(text('aYcdZ'))
  })

  test('no line that either side wrote is lost, and one side alone wins where the other did nothing', () => {
    const roll = random(3)
    const edit = (lines: readonly string[], tag: string) => {
      const out = [...lines]
      for (let i = 0; i < 1 + roll(3); i++) out.splice(roll(out.length + 1), roll(2), `${tag}${i}`)
      return out
    }
    for (let round = 0; round < 300; round++) {
      const base = Array.from({ length: roll(9) }, (_, i) => `base${i}`)
      const mine = edit(base, 'm')
      const theirs = edit(base, 't')
      const merged = linesOf(resolve(merge(base.join('\n'), mine.join('\n'), theirs.join('\n')), []))
      for (const line of [...mine, ...theirs].filter((l) => !l.startsWith('base'))) expect(merged).toContain(line)
      expect(resolve(merge(base.join('\n'), mine.join('\n'), base.join('\n')), [])).toBe(mine.join('\n'))
      expect(resolve(merge(base.join('\n'), base.join('\n'), theirs.join('\n')), [])).toBe(theirs.join('\n'))
    }
  })
})
