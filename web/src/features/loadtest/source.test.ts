import { expect, it } from 'vitest'
import { requestsOf } from './source'

it('reads JSON objects, one a line, and nothing else', () => {
  expect(requestsOf('{"k": 1}\n\n {"k": 2} \n')).toEqual([{ k: 1 }, { k: 2 }])
  for (const bad of ['', '\n', '[1]', 'null', '{"k": 1}\n{', '1']) expect(requestsOf(bad)).toBeNull()
})
