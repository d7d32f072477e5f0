import { expect, it } from 'vitest'
import { plusMinus, worth } from './words'

it('tells a gain with half of its interval', () => {
  expect(plusMinus({ gain: 0.31, low_95: 0.27, high_95: 0.35 })).toBe('0.31 ± 0.04')
  expect(plusMinus({ gain: 0, low_95: 0, high_95: 0 })).toBe('0 ± 0')
})

it('has a third digit for what is small', () => {
  expect([worth(0.5), worth(0.0949), worth(0.012), worth(-0.02), worth(0.0954)]).toEqual(['0.50', '0.095', '0.012', '-0.020', '0.10'])
})
