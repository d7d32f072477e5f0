// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { newRouter } from './routes'

const router = newRouter(new QueryClient())

/** What a page is told of an address. */
const told = (path: string, search: object) => router.matchRoutes(path, search).at(-1)?.search as object

describe('what a page is told of its address', () => {
  test.each([
    ['/t/ads/scenes/home', { tab: 'bogus', last: '1h' }, { last: '1h' }],
    ['/t/ads/resources/games', { tab: 'bogus', key: 'g1' }, { key: 'g1' }],
    ['/login', { next: '//evil.example' }, {}],
  ])('%s %j', (path, search, want) => expect(told(path, search)).toEqual(want))

  const broken = { tab: '?', stage: '?', min: '?', only: '?', kept: '?', show: '?', version: '?', view: '?', line: '?', from: '?', to: '?', last: '?', at: '?', target: '?', source: '?', again: '?', all: '?', by: '?', k: '?', next: '?' }
  test.each(Object.values(router.routesById).filter((route) => route.options.validateSearch).map((route) => route.fullPath))('nothing that is not valid: %s', (path) => {
    expect(told(path.replaceAll('$', 'x'), broken)).toEqual({})
  })
})
