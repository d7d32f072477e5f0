import { expect, test } from 'vitest'
import { byPolicy } from './by-policy'
import type { NewSimulation, Simulation } from './types'

const answer = (policy: string) =>
  ({ scenario: 'scenes', about: '', seed: 1, results: [{ policy }], aims: policy === 'ours' ? [{ what: 'lost' }] : [] }) as unknown as Simulation

test('a simulation asks one policy a call and tells what is there', async () => {
  const asked: NewSimulation[] = []
  const told: string[][] = []
  const all = await byPolicy(
    { scenario: 'scenes', policies: ['ours', 'none', 'bbr'], seed: 7 },
    (one) => {
      asked.push(one)
      return Promise.resolve(answer(one.policies[0] ?? ''))
    },
    (soFar) => told.push(soFar.results.map((r) => r.policy)),
  )
  expect(asked).toEqual(['ours', 'none', 'bbr'].map((policy) => ({ scenario: 'scenes', policies: [policy], seed: 7 })))
  expect(told).toEqual([['ours'], ['ours', 'none'], ['ours', 'none', 'bbr']])
  expect(all?.aims).toHaveLength(1)
})

test('what was there before one failed was told', async () => {
  const told: Simulation[] = []
  const ask = (one: NewSimulation) => (one.policies[0] === 'none' ? Promise.reject(new Error('away')) : Promise.resolve(answer('ours')))
  await expect(byPolicy({ scenario: 'scenes', policies: ['ours', 'none'] }, ask, (s) => told.push(s))).rejects.toThrow('away')
  expect(told).toHaveLength(1)
})
