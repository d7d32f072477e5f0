// What the parts of measurements share: looks of their states, and numbers of gains.
import type { TFunction } from 'i18next'
import type { GainRow, MeasuredRow } from '@/api/types'

export const GAIN_LOOK: Record<GainRow['state'], readonly [glyph: string, tone: string]> = {
  running: ['◐', 'tone-probing'],
  done: ['●', 'tone-normal'],
  aborted: ['○', 'tone-idle'],
  failed: ['✕', 'tone-bad'],
  lost: ['✕', 'tone-bad'],
}

/** Two digits, three for what is small. */
export function worth(v: number): string {
  return v === 0 ? '0' : v.toFixed(digits(v))
}

const digits = (v: number) => (Math.abs(v) < 0.095 ? 3 : 2)

/** A measured gain with half of its interval, to the same digits. */
export function plusMinus(of: { gain: number; low_95: number; high_95: number }): string {
  const half = Math.max(0, (of.high_95 - of.low_95) / 2)
  return `${worth(of.gain)} ± ${half === 0 ? '0' : half.toFixed(digits(of.gain))}`
}

/** What was given up in a row of the table. */
export function givenUp(t: TFunction, r: MeasuredRow): string {
  switch (r.kind) {
    case 'off':
      return t('gain.off')
    case 'arm':
      return t('gain.arm', { arm: r.arm ?? '' })
    default:
      return t('gain.knob', { low: r.low ?? '' })
  }
}
