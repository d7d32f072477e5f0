import { describe, expect, test } from 'vitest'
import type { ResourceField } from '@/api/types'
import { bodyOf, fieldsFor, filterExample, topExample } from './query'

test.each([
  [{}, null],
  [{ by: 'text', q: '  ' }, null],
  [{ q: 'editor' }, { text: 'editor', k: 20 }],
  [{ by: 'like', q: 'vim', field: 'taste', k: 5 }, { like: 'vim', field: 'taste', k: 5 }],
  [{ by: 'top', q: 'rdeps', filter: 'size > 3' }, { top: 'rdeps', filter: 'size > 3', k: 20 }],
  [{ by: 'vector', q: '[0.5, -1]' }, { vector: [0.5, -1], k: 20 }],
  [{ by: 'filter', q: 'left over', filter: 'size > 3' }, { filter: 'size > 3', k: 20 }],
  [{ by: 'filter' }, null],
] as const)('%j', (search, want) => expect(bodyOf(search)).toEqual(want))

test('a resource without vectors cannot be asked by one', () => {
  const fields = [{ name: 'id', kind: 'key', type: 'key' }, { name: 'title', kind: 'text', type: 'text' }] as ResourceField[]
  expect(fieldsFor('like', fields)).toEqual([])
  expect(fieldsFor('text', fields).map((f) => f.name)).toEqual(['title'])
  expect(fieldsFor('filter', fields)).toHaveLength(2)
})

describe('an example names fields that the resource has', () => {
  const field = (name: string, kind: string, type: string) => ({ name, kind, type }) as ResourceField
  const id = field('id', 'key', 'key')
  test.each([
    [[id, field('installs', 'value', 'int')], 'installs > 1000', 'log1p(installs)'],
    [[id, field('price', 'value', 'float?'), field('genre', 'keyword', 'keyword')], 'price > 1000', 'log1p(price)'],
    [[id, field('genre', 'keyword', 'keyword')], 'genre == "…"', '_score'],
    [[id, field('free', 'value', 'bool')], 'free', '_score'],
    [[id, field('title', 'text', 'text')], 'id != "…"', '_score'],
    [[], '', '_score'],
  ])('%#: %s', (fields, filter, top) => expect([filterExample(fields), topExample(fields)]).toEqual([filter, top]))
})
