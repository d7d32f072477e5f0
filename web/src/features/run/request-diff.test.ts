import { expect, test } from 'vitest'
import { MOST_FIELDS, requestDiff } from './request-diff'

const fields = (a: unknown, b: unknown) => requestDiff(a, b).fields

test('equal requests differ in nothing, whatever the order of their fields', () => {
  expect(fields({ k: 3, user: { id: 'a', seen: ['x'] } }, { user: { seen: ['x'], id: 'a' }, k: 3 })).toEqual([])
})

test('each field that differs, with both values; one that is not given is not null', () => {
  expect(fields({ k: 3, user: { id: 'a', days: 1 }, word: null }, { k: 5, user: { id: 'b', days: 1 }, extra: [1] })).toEqual([
    { field: 'extra', a: undefined, b: [1] },
    { field: 'k', a: 3, b: 5 },
    { field: 'user.id', a: 'a', b: 'b' },
    { field: 'word', a: null, b: undefined },
  ])
})

test('a list of words is one value, a list of records is looked into', () => {
  expect(fields({ seen: ['x', 'y'] }, { seen: ['y'] })).toEqual([{ field: 'seen', a: ['x', 'y'], b: ['y'] }])
  expect(fields({ of: [{ id: 1 }, { id: 2 }] }, { of: [{ id: 1 }, { id: 3 }, { id: 4 }] })).toEqual([
    { field: 'of[1].id', a: 2, b: 3 },
    { field: 'of[2]', a: undefined, b: { id: 4 } },
  ])
})

test('no end of fields is cut, and it says by how many', () => {
  const wide = (v: number) => Object.fromEntries(Array.from({ length: MOST_FIELDS + 7 }, (_, i) => [`f${i}`, v]))
  expect(requestDiff(wide(1), wide(2)).more).toBe(7)
})
