import { expect, test } from 'vitest'
import { splitOf } from './split'

test.each([
  [{ full: 1, trying: 0, shed: 0 }, [1, 0, 0, 0]],
  [{ full: 0.38, trying: 0.05, shed: 0 }, [0.38, 0.57, 0.05, 0]],
  [{ full: 0.9, trying: 0.5, shed: 0.4 }, [0.6, 0, 0, 0.4]],
  [{ full: NaN, trying: -1, shed: 2 }, [0, 0, 0, 1]],
])('the shares of %o make one', (d, want) => {
  const { full, less, trying, shed } = splitOf(d)
  ;[full, less, trying, shed].forEach((v, i) => expect(v).toBeCloseTo(want[i] ?? 0))
  expect(full + less + trying + shed).toBeCloseTo(1)
})

test.each([
  { full: 1 - Number.EPSILON, trying: 0, shed: 0 },
  { full: 0.7 - 1e-12, trying: 0, shed: 0.3 },
  { full: 0.38, trying: 0.62 - 1e-12, shed: 0 },
])('nobody has less for what sums leave: %o', (d) => expect(splitOf(d).less).toBe(0))

test('few have less', () => expect(splitOf({ full: 1 - 1e-6, trying: 0, shed: 0 }).less).toBeCloseTo(1e-6, 9))
