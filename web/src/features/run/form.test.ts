import { describe, expect, test } from 'vitest'
import type { Param, Shape } from '@/api/types'
import { at, blankRequest, blocking, faults, parseRequest, put, read, write } from './form'

const param = (name: string, shape: Shape, required = true, more: Partial<Param> = {}): Param => ({ name, type: shape.kind, shape, required, ...more })

const user: Shape = {
  kind: 'record',
  fields: [
    { name: 'id', shape: { kind: 'string' }, required: true },
    { name: 'active_days', shape: { kind: 'int' }, required: false, default: 0 },
    { name: 'seen', shape: { kind: 'list', elem: { kind: 'string' } }, required: false, default: [] },
  ],
}
const params: Param[] = [
  param('user', user),
  param('k', { kind: 'int', low: 1, high: 50 }, false, { default: 20 }),
  param('era', { kind: 'string', nullable: true, words: ['tang', 'song'] }, false),
]

test('a blank request has what is required and leaves the defaults to the pipeline', () => {
  expect(blankRequest(params)).toEqual({ user: { id: '' } })
  expect(blankRequest([param('n', { kind: 'int', low: 3, high: 9 }), param('v', { kind: 'vector', dim: 2 }), param('w', { kind: 'string', words: ['a', 'b'] })])).toEqual({ n: 3, v: [], w: 'a' })
})

test.each<[string, Record<string, unknown>, [string, string][]]>([
  ['fits', { user: { id: 'a' } }, []],
  ['missing', {}, [['user', 'missing']]],
  ['missing inside', { user: {} }, [['user/id', 'missing']]],
  ['blank where something must be', { user: { id: '' } }, [['user/id', 'missing']]],
  ['blank where nothing need be', { user: { id: 'a', active_days: 3 }, era: 'tang' }, []],
  ['too many', { user: { id: 'a' }, k: 51 }, [['k', 'bounds']]],
  ['not whole', { user: { id: 'a' }, k: 1.5 }, [['k', 'whole']]],
  ['half typed', { user: { id: 'a' }, k: '1e' }, [['k', 'number']]],
  ['no such word', { user: { id: 'a' }, era: 'ming' }, [['era', 'words']]],
  ['nothing where nothing may be', { user: { id: 'a' }, era: null }, []],
  ['nothing where something must be', { user: null }, [['user', 'missing']]],
  ['in a list', { user: { id: 'a', seen: ['x', 3] } }, [['user/seen/1', 'text']]],
  ['a list for a record', { user: [] }, [['user', 'record']]],
  ['not asked for', { user: { id: 'a' }, q: 1 }, [['q', 'unknown']]],
])('faults: %s', (_, request, want) => expect([...faults(params, request)].map(([path, f]) => [path, f.kind])).toEqual(want))

test.each<[Shape, unknown, string | undefined]>([
  [{ kind: 'vector', dim: 3 }, [1, 2], 'dim'],
  [{ kind: 'vector', dim: 2 }, [1, 'x'], 'number'],
  [{ kind: 'duration' }, '1m30s', undefined],
  [{ kind: 'duration' }, '5 parsecs', 'span'],
  [{ kind: 'time' }, '2026-03-01T08:00:00Z', undefined],
  [{ kind: 'time' }, 'noon', 'time'],
  [{ kind: 'bool' }, 'true', 'yesno'],
])('%j %j', (shape, value, want) => expect(faults([param('x', shape)], { x: value }).get('x')?.kind).toBe(want))

describe('put', () => {
  const request = { user: { id: 'a', seen: ['x', 'y'] } }
  test('changes a copy only', () => {
    expect(put(request, ['user', 'seen', 1], 'z')).toEqual({ user: { id: 'a', seen: ['x', 'z'] } })
    expect(request.user.seen).toEqual(['x', 'y'])
  })
  test('undefined takes away, from a record and from a list', () => {
    expect(put(request, ['user', 'seen', 0], undefined)).toEqual({ user: { id: 'a', seen: ['y'] } })
    expect(put(request, ['user'], undefined)).toEqual({})
  })
  test('makes what is not there', () => expect(put({}, ['a', 'b', 0], 1)).toEqual({ a: { b: [1] } }))
  test('at reads it again', () => expect(at(put({}, ['a', 'b', 0], 1), ['a', 'b', 0])).toBe(1))
})

test.each<[Shape, string, unknown]>([
  [{ kind: 'int' }, '12', 12],
  [{ kind: 'int' }, '', ''],
  [{ kind: 'float' }, '0x', '0x'],
  [{ kind: 'string' }, '12', '12'],
  [{ kind: 'vector' }, '[0.5, -1]', [0.5, -1]],
])('reading %j from %j', (shape, text, want) => {
  expect(read(shape, text)).toEqual(want)
  if (text !== '[0.5, -1]') expect(write(want)).toBe(text)
})

test('the JSON view wants an object', () => {
  expect(parseRequest('{"k": 3}')).toEqual({ value: { k: 3 } })
  expect(parseRequest('[1]')).toHaveProperty('error')
  expect(parseRequest('{k: 3}')).toHaveProperty('error')
})

test('a name too much blocks nothing, a blank one does', () => {
  expect(blocking(faults(params, { user: { id: '' }, k: 99, q: 1 })).map(([path]) => path)).toEqual(['user/id', 'k'])
})
