// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { auditExport, filterOf } from './audit'

test.each([
  [{}, {}],
  [{ actor: 'ann', action: 'file', after: '7' }, { actor: 'ann', action: 'file' }],
  [{ from: '2026-03-01', to: '2026-03-01' }, { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00.000Z' }],
  [{ from: '2026-03-01T08:30Z' }, { from: '2026-03-01T08:30Z' }],
])('%j', (search, want) => expect(filterOf(search)).toEqual(want))

test('the export has the filter and no cursor', () => {
  const url = new URL(auditExport('ads', { object: 'a b&c', after: '9' }))
  expect(url.pathname).toMatch(/\/api\/v1\/teams\/ads\/audit\.csv$/)
  expect([...url.searchParams]).toEqual([['object', 'a b&c']])
})
