import { expect, test } from 'vitest'
import { Pace } from './pace'

test('many wishes are one turn, and nothing is written before it', () => {
  const turns: (() => void)[] = []
  const pace = new Pace(250, (run) => turns.push(run))
  const written: string[] = []
  const a = () => written.push('a')
  const b = () => written.push('b')
  for (let i = 0; i < 10; i++) pace.ask(a)
  pace.ask(b)
  pace.ask(() => written.push('c'))
  pace.forget(b)
  expect(written).toEqual([])
  expect(turns.length).toBe(1)
  turns[0]?.()
  expect(written).toEqual(['a', 'c'])
  pace.ask(b)
  expect(turns.length).toBe(2)
})
