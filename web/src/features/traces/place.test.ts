import { expect, test } from 'vitest'
import { place, trackEnd } from './place'

test.each([
  [{ start_ms: 10, took_ms: 30, outcome: 'ok' }, { left: 10, width: 30, wait: 10, ran: true }],
  [{ start_ms: 90, took_ms: 30, outcome: 'timeout' }, { left: 90, width: 10, wait: 90, ran: true }],
  [{ start_ms: 0, took_ms: 0, outcome: 'ok' }, { left: 0, width: 0.5, wait: 0, ran: true }],
  [{ start_ms: 20, took_ms: 0, outcome: 'degraded' }, { left: 20, width: 8, wait: 20, ran: false }],
  [{ start_ms: 20, took_ms: 0, outcome: 'ok', skipped: true, queue_ms: 3 }, { left: 20, width: 8, wait: 20, ran: false }],
  [{ start_ms: 300, took_ms: 1, outcome: 'ok' }, { left: 99.5, width: 0.5, wait: 99.5, ran: true }],
  [{ start_ms: 30, took_ms: 10, outcome: 'ok', queue_ms: 12 }, { left: 30, width: 10, wait: 18, ran: true }],
  [{ start_ms: 2, took_ms: 10, outcome: 'ok', queue_ms: 12 }, { left: 2, width: 10, wait: 0, ran: true }],
])('%j', (span, want) => expect(place(span, 100)).toEqual(want))

test.each([
  [80, 120, 120],
  [130, 120, 130],
  [1, 120, 1.05],
  [0, 0, 0.001],
])('a track for %f ms of %f ends at %f', (took, deadline, want) => expect(trackEnd(took, deadline, [])).toBeCloseTo(want, 6))

test('a span that outlives the request lengthens the track', () => expect(trackEnd(80, 0, [{ start_ms: 70, took_ms: 20 }])).toBe(90))

test('five thousand spans are no stack of arguments', () =>
  expect(trackEnd(1, 0, Array.from({ length: 200_000 }, (_, i) => ({ start_ms: i, took_ms: 1 })))).toBe(200_000))
