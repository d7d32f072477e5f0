import { expect, test } from 'vitest'
import type { Declaration } from '@/api/types'
import { outlineOf } from './outline'

const d = (file: string, name: string) => ({ file, name }) as Declaration

test('the open file stands first, the others by path, each in its written order', () => {
  const all = [d('a', 'one'), d('b', 'two'), d('c', 'three'), d('b', 'four')]
  expect(outlineOf(all, 'b').map((f) => `${f.file}: ${f.items.map((i) => i.name).join()}`)).toEqual(['b: two,four', 'a: one', 'c: three'])
  expect(outlineOf(all, undefined).map((f) => f.file)).toEqual(['a', 'b', 'c'])
  expect(outlineOf([], 'b')).toEqual([])
})
