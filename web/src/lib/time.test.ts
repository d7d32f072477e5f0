import { describe, expect, test } from 'vitest'
import { clock, instant, moment, stamp, zoneName } from './time'

const AT = Date.UTC(2026, 2, 1, 19, 59, 58)

describe('times', () => {
  test('one instant from every form the API has', () => {
    expect([instant('2026-03-01T19:59:58Z'), instant('2026-03-02T03:59:58+08:00'), instant(AT / 1000), instant(AT)]).toEqual([AT, AT, AT, AT])
  })
  test.each([null, undefined, '', 'yesterday'])('%j is no instant', (v) => expect(instant(v)).toBeNull())
  test('the zone decides alone', () => {
    expect(clock(AT, 'utc')).toBe('19:59:58')
    expect(stamp(AT, 'utc')).toBe('2026-03-01 19:59:58')
    expect(clock(AT, 'local')).toBe(new Date(AT).toTimeString().slice(0, 8))
  })
  test('the day shows only when it is another one', () => {
    expect(moment(AT, 'utc', AT + 3600e3)).toBe('19:59:58')
    expect(moment(AT, 'utc', AT + 24 * 3600e3)).toBe('2026-03-01 19:59:58')
  })
  test('zone names', () => {
    expect(zoneName('utc', AT)).toBe('UTC')
    expect(zoneName('local', AT)).toMatch(/^UTC[+−]\d+(:\d\d)?$/)
  })
})
