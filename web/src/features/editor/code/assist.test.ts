import { expect, test } from 'vitest'
import { offered, template } from './assist'

test.each([
  ['top', null],
  ['take($0)', 'take(${})'],
  ['degrade { $0 }', 'degrade \\{ ${} \\}'],
])('%s', (insert, want) => expect(template(insert)).toBe(want))

test('what the server offers first stands first', () => {
  const item = (label: string) => ({ label, kind: 'node' as const, insert: label, detail: '', doc: '' })
  const boosts = ['zeta', 'user', 'boost', 'abs'].map((label, i) => offered(item(label), i, 4).boost)
  expect(boosts).toEqual([90, 60, 30, 0])
  expect(offered(item('only'), 0, 1).boost).toBe(0)
})
