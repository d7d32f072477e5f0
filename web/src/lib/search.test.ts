import { describe, expect, test } from 'vitest'
import { auditSearch, loginSearch, pipelinesSearch, scenesSearch, tracesSearch } from './search'

describe('search params', () => {
  test.each([
    [scenesSearch({ q: 'home', stage: 'degraded' }), { q: 'home', stage: 'degraded' }],
    [scenesSearch({ q: '', stage: 'exploded' }), {}],
    [scenesSearch({ q: 42 }), { q: '42' }],
    [scenesSearch({ q: { $ne: 1 } }), {}],
    [scenesSearch({ q: 'x'.repeat(201) }), {}],
    [tracesSearch({ scene: 'home', min: '80ms' }), { scene: 'home', min: '80ms' }],
    [tracesSearch({ min: '80' }), {}],
    [tracesSearch({ min: '-5ms' }), {}],
    [pipelinesSearch({ version: '3', show: 'changed' }), { version: 3, show: 'changed' }],
    [pipelinesSearch({ version: '0' }), {}],
    [auditSearch({ actor: 'demo', object: undefined, after: 'c1' }), { actor: 'demo', after: 'c1' }],
  ])('%j', (got, want) => expect(got).toEqual(want))

  test.each([
    ['/t/ads/overview?last=1', '/t/ads/overview?last=1'],
    ['//evil.example/x', undefined],
    ['/\\evil.example', undefined],
    ['https://evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('next=%s', (next, want) => expect(loginSearch({ next }).next).toBe(want))
})
