// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Graphs, PipelineGraph } from '@/api/types'
import { Analyst } from './analyst'
import { useDrawn } from './use-drawn'

afterEach(cleanup)

const feed = { name: 'feed', file: 'a.riffle' } as PipelineGraph
const other = { name: 'other', file: 'a.riffle' } as PipelineGraph

/** What is shown of feed once the server gave this answer about the draft, with version 7 live. */
async function shown(answer: Partial<Graphs>, name = 'feed', path: string | undefined = 'a.riffle') {
  const analyst = new Analyst(
    async () => ({ diagnostics: [], outline: [], errors: 0, pipelines: [], ...answer }),
    () => [{ path: 'a.riffle', text: 'x' }],
    (_ms, run) => (run(), () => undefined),
    () => 0,
  )
  analyst.poke()
  await new Promise<void>((done) => setTimeout(done))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['versions', 'ads', 'live'], { version: { number: 7 }, pipelines: [feed] })
  const { result } = renderHook(() => useDrawn('ads', analyst, name, path), { wrapper: (p) => <QueryClientProvider client={client}>{p.children}</QueryClientProvider> })
  const { drawn, waiting } = result.current
  return { name: drawn?.graph.name, old: drawn?.old, live: drawn?.live, waiting }
}

test('a draft that compiles shows its own graph', async () => expect(await shown({ pipelines: [feed] })).toEqual({ name: 'feed', old: false, live: undefined, waiting: false }))
test('a broken one that never compiled here shows that of the live version, and of which', async () =>
  expect(await shown({ errors: 1, pipelines: [other] })).toEqual({ name: 'feed', old: true, live: 7, waiting: false }))
test('a pipeline that is not live shows another of its file', async () => expect((await shown({ errors: 1, pipelines: [other] }, 'fresh')).name).toBe('other'))
test('what was deleted from a sound draft is not shown', async () => expect((await shown({})).name).toBeUndefined())
