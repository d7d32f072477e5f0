import { expect, test } from 'vitest'
import { template } from './assist'

test.each([
  ['top', null],
  ['take($0)', 'take(${})'],
  ['degrade { $0 }', 'degrade \\{ ${} \\}'],
])('%s', (insert, want) => expect(template(insert)).toBe(want))
