import { describe, expect, test } from 'vitest'
import { bytes, count, exact, millis, NONE, percent, plain, rate, span, took } from './format'

describe('quantities', () => {
  test.each([
    [plain(count(0)), '0'],
    [plain(count(999)), '999'],
    [plain(count(9999)), '9,999'],
    [plain(count(13_912)), '13,912'],
    [plain(count(20_000)), '20,000'],
    [plain(count(999_999.6)), '1.0 M'],
    [plain(count(41_000_000)), '41.0 M'],
    [exact(1234567.5), '1,234,567.5'],
    [exact(-20260.25), '-20,260.25'],
    [exact(999), '999'],
    [exact(1e21), '1e+21'],
    [plain(rate(0)), '0/s'],
    [plain(rate(3.44)), '3.4/s'],
    [plain(rate(812.4)), '812/s'],
    [plain(rate(29_000)), '29.0k/s'],
    [plain(millis(0)), '0 ms'],
    [plain(millis(0.02)), '<0.1 ms'],
    [plain(took(0)), '<0.1 ms'],
    [plain(took(3.44)), '3.4 ms'],
    [plain(millis(3.44)), '3.4 ms'],
    [plain(millis(362.4)), '362 ms'],
    [plain(millis(12_345)), '12.3 s'],
    [plain(percent(0)), '0%'],
    [plain(percent(0.0569)), '5.7%'],
    [plain(percent(0.05)), '5.0%'],
    [plain(percent(0.00995)), '1.0%'],
    [plain(percent(0.0042)), '0.42%'],
    [plain(percent(0.13)), '13.0%'],
    [plain(percent(0.00001)), '<0.01%'],
    [plain(percent(0.312)), '31.2%'],
    [plain(percent(1)), '100%'],
    [plain(bytes(512)), '512 B'],
    [plain(bytes(86_400_000)), '82.4 MiB'],
    [plain(span(240)), '0.2 s'],
    [plain(span(9_960)), '10 s'],
    [plain(span(200_000)), '3 min'],
    [plain(span(7_200_000)), '2 h'],
    [plain(span(-5)), '0.0 s'],
  ])('%s', (got, want) => expect(got).toBe(want))

  test.each([null, undefined, NaN, Infinity])('%s is no value, never zero', (v) => {
    for (const f of [count, rate, millis, took, percent, bytes, span]) expect(f(v)).toEqual({ figure: NONE, unit: '' })
  })
})
