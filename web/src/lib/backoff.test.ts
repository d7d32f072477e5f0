import { expect, test } from 'vitest'
import { backoff } from './backoff'

test.each([
  [0, 0, 250],
  [0, 1, 500],
  [3, 1, 4000],
  [5, 1, 15_000],
  [500, 1, 15_000],
])('try %i at %f waits %i ms', (attempt, random, want) => expect(backoff(attempt, () => random)).toBe(want))
