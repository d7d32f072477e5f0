import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { heldTold } from './held'

const t = ((key: string, holes?: Record<string, string>) => `${key} ${Object.values(holes ?? {}).join(' ')}`.trim()) as unknown as TFunction

test('what held a request up is told by how the node ended', () => {
  const told = (u: Parameters<typeof heldTold>[1]) => heldTold(t, u)
  expect(told({ took_ns: 0 })).toBe('held.none')
  expect(told({ node: 'near', outcome: 'timeout', cause: 'not done when the answer left', took_ns: 48e6 })).toBe('held.working near 48 ms')
  expect(told({ node: 'near', outcome: 'timeout', cause: 'not done at 30ms', took_ns: 30e6 })).toBe('held.late near 30 ms')
  expect(told({ node: 'ctr', outcome: 'error', cause: 'HTTP 500', took_ns: 4e6 })).toBe('held.failed ctr 4.0 ms')
  expect(told({ node: 'ctr', outcome: 'ok', took_ns: 49e6 })).toBe('held.done ctr 49 ms')
  expect(told({ node: 'ask', turn: '2', within: 'turns', outcome: 'error', took_ns: 4e6 })).toBe('held.failed held.turn ask 2 turns 4.0 ms')
})
