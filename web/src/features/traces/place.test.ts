import { expect, test } from 'vitest'
import { place, trackEnd } from './place'

test.each([
  [{ start_ms: 10, took_ms: 30, outcome: 'ok' }, { left: 10, width: 30, ran: true }],
  [{ start_ms: 90, took_ms: 30, outcome: 'timeout' }, { left: 90, width: 10, ran: true }],
  [{ start_ms: 0, took_ms: 0, outcome: 'ok' }, { left: 0, width: 0.5, ran: true }],
  [{ start_ms: 20, took_ms: 0, outcome: 'degraded' }, { left: 20, width: 8, ran: false }],
  [{ start_ms: 300, took_ms: 1, outcome: 'ok' }, { left: 99.5, width: 0.5, ran: true }],
] as const)('%j', (span, want) => expect(place(span, 100)).toEqual(want))

test.each([
  [80, 120, 120],
  [130, 120, 130],
  [1, 120, 1.05],
  [0, 0, 0.001],
])('a track for %f ms of %f ends at %f', (took, deadline, want) => expect(trackEnd(took, deadline, [])).toBeCloseTo(want, 6))
