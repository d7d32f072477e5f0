import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Degradation, DegradationModule } from '@/api/types'
import { speak } from '@/lib/i18n'
import { moduleTold } from './module-told'

const d = { price: 0, binding: '' } as unknown as Degradation
const near = (less: number, trying: number) =>
  ({ node: 'near', cause: 'slow', variant: 'off', critical: false, less, trying, gain: 1, gives_up: 1, saves_us: 10, p99_ms: 40, tiers: [{ tier: '', variant: 'off', less }] }) as unknown as DegradationModule

describe('a node that is off for being slow', () => {
  beforeAll(() => speak('en'))

  test('is off for all while nobody tries it', () => expect(moduleTold(i18next.t, d, near(1, 0))).toMatch(/^Off for everybody/))

  test('is not off for those who try it', () => {
    const told = moduleTold(i18next.t, d, near(0.95, 0.05))
    expect(told).toMatch(/^Off for 95/)
    expect(told).toMatch(/ 5\.0?\d?.?% of the users have it again/)
  })

  test('is not off at all on the last rung', () => expect(moduleTold(i18next.t, d, near(0, 1))).toMatch(/^Runs for everybody again/))
})
