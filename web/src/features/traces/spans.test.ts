import { expect, test } from 'vitest'
import type { RunNode } from '@/api/types'
import { chainOf, clocksOf, spansOfRun } from './spans'

const node = (name: string, start_ms: number, end_ms: number, more: Partial<RunNode> = {}): RunNode => ({
  name,
  op: 'top',
  stage: 'recall',
  inputs: [],
  outcome: 'ok',
  start_ms,
  end_ms,
  queue_ms: 0,
  critical: false,
  skipped: false,
  in: 0,
  out: 1,
  file: 'a.riffle',
  line: 1,
  ...more,
})

test('a run becomes spans with their time', () => {
  expect(spansOfRun([node('a', 1.5, 4)])[0]).toMatchObject({ name: 'a', start_ms: 1.5, took_ms: 2.5 })
  expect(spansOfRun([node('never', 0, 0, { skipped: true })])[0]?.took_ms).toBe(0)
})

test('the critical path is what the server marked, in order of time, without what did not run', () => {
  const chain = chainOf(
    spansOfRun([
      node('fine', 20, 30, { critical: true }),
      node('me', 0, 4, { critical: true }),
      node('near', 4, 19, { critical: true }),
      node('hot', 0, 19),
      node('page', 30, 30, { critical: true, skipped: true }),
    ]),
  )
  expect(chain.spans.map((s) => s.name)).toEqual(['me', 'near', 'fine'])
  expect(chain.busy).toBe(29)
  expect(chain.longest?.name).toBe('near')
})

test('what a choice waits for is counted once, and is not its own', () => {
  const chain = chainOf(
    spansOfRun([
      node('fine', 0, 21, { op: 'choose', critical: true }),
      node('near', 7, 19, { critical: true }),
      node('fine.best', 19, 20, { critical: true }),
    ]),
  )
  expect(chain.busy).toBe(14)
  expect(chain.longest?.name).toBe('near')
  expect(chain.longestMs).toBe(12)
})

test('no node marked, no path', () => expect(chainOf(spansOfRun([node('a', 0, 1)]))).toEqual({ spans: [], busy: 0, longest: undefined, longestMs: 0 }))

test.each([
  [{}, undefined],
  [{ client_ms: 5 }, { here: 5, there: 0, way: false }],
  [{ client_ms: 5, server_ms: 4 }, { here: 5, there: 4, way: false }],
  [{ client_ms: 50, server_ms: 2 }, { here: 50, there: 2, way: true }],
  [{ client_ms: 0.9, server_ms: 0.1 }, { here: 0.9, there: 0.1, way: false }],
  [{ client_ms: 5, server_ms: 9 }, { here: 5, there: 5, way: false }],
])('both clocks of %j', (n, want) => expect(clocksOf(n)).toEqual(want))
