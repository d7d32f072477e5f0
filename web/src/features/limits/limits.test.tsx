// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Limit, LimitShares } from '@/api/types'
import { speak } from '@/lib/i18n'
import { SceneLimits } from './limits'

beforeEach(() => speak('en'))
afterEach(cleanup)

const of = (rate: number, asked: number, more: Partial<Limit> = {}): Limit => ({ scene: 'home', rate, asked, part: 1, ...more })
const shares = (limits: Limit[], more: Partial<LimitShares> = {}): LimitShares => ({ instances: 1, at: '2026-01-05T08:00:00Z', limits, ...more })
const cells = () => screen.getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((c) => c.textContent))

/** The panel of home, after the server gave these answers a second apart. */
async function shown(first: LimitShares, next?: LimitShares) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const begin = Date.now()
  client.setQueryData(['limits', 'ads'], first, { updatedAt: begin })
  render(
    <QueryClientProvider client={client}>
      <SceneLimits team="ads" scene="home" />
    </QueryClientProvider>,
  )
  if (!next) return
  await act(async () => {
    client.setQueryData(['limits', 'ads'], next, { updatedAt: begin + 1000 })
    await new Promise((told) => setTimeout(told))
  })
}

test('each limit of the scene has its part and what is asked of it', async () => {
  await shown(
    shares([of(2000, 50, { part: 0.625 }), of(5, 7, { tier: 'guests', by_key: true, part: 0.5 }), of(1, 1, { scene: 'search' })], { instances: 2 }),
    shares([of(2000, 1_550, { part: 0.625 }), of(5, 27, { tier: 'guests', by_key: true, part: 0.5 }), of(1, 1, { scene: 'search' })], { instances: 2 }),
  )
  expect(cells()).toEqual([
    ['all requests', '2000/s', '62.5%', '1250/s', '▲ 1500/s', '1,550'],
    ['guests · of each key', '5.0/s', '50.0%', '2.5/s', '20/s', '27'],
  ])
  // Of a limit by key the sum tells nothing of one key.
  expect(screen.getAllByRole('row').map((r) => r.dataset.trouble)).toEqual([undefined, 'true', 'false'])
  expect(screen.getByText('divided among 2 instances')).toBeTruthy()
})

test('a single look tells no rate', async () => {
  await shown(shares([of(20, 9)]))
  expect(cells()).toEqual([['all requests', '20/s', '100%', '20/s', '–', '9']])
  expect(screen.getByText('one instance holds all of its limits')).toBeTruthy()
})

test.each([
  ['parts that stay are told with their time', shares([of(20, 9)], { failed: true }), 'The database does not answer: parts stay as they were at'],
  ['so is an instance that never reached the database', { instances: 1, failed: true, limits: [of(20, 9)] }, 'The database does not answer: this instance holds all of its limits.'],
] as const)('%s', async (_name, answer, said) => {
  await shown(answer as LimitShares)
  expect(screen.getByRole('status').textContent).toContain(said)
})

test('without a limit it says so, in Chinese too', async () => {
  await shown(shares([of(1, 1, { scene: 'search' })]))
  expect(screen.getByText('No request was counted by a written limit here')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  cleanup()
  await speak('zh')
  await shown(shares([]))
  expect(screen.getByText('本实例尚无请求受限流约束')).toBeTruthy()
})
