// Versions are immutable and numbered; publishing makes one from the draft, and
// one of them is live.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'
import { askGraphs } from './language'

const PAGE = 30

export function useVersions(team: string) {
  return useInfiniteQuery({
    queryKey: ['versions', team],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      inSession(api.GET('/teams/{team}/versions', { params: { path: { team }, query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } } })),
    getNextPageParam: (page) => page.next,
  })
}

export function useVersion(team: string, number: number | undefined) {
  return useQuery({
    queryKey: ['version', team, number],
    queryFn: () => inSession(api.GET('/teams/{team}/versions/{number}', { params: { path: { team, number: number ?? 0 } } })),
    enabled: number !== undefined,
    // Its texts never change; which one is live does, and the listing tells that.
    staleTime: Infinity,
  })
}

/** What was live when, newest first; it is only appended to, a way back is an entry like any other. */
export function useActivations(team: string, enabled: boolean) {
  return useQuery({
    queryKey: ['versions', team, 'activations'],
    queryFn: () => inSession(api.GET('/teams/{team}/activations', { params: { path: { team } } })),
    enabled,
  })
}

/** The graphs of a version, and its number; null where nothing was published. */
export function useLiveGraphs(team: string, enabled = true) {
  return useQuery({
    queryKey: ['versions', team, 'live'],
    queryFn: async () => {
      const path = { team }
      const newest = await inSession(api.GET('/teams/{team}/activations', { params: { path } }))
      const number = newest.items[0]?.version
      if (number === undefined) return null
      const version = await inSession(api.GET('/teams/{team}/versions/{number}', { params: { path: { team, number } } }))
      const { pipelines } = await askGraphs(team, version.files ?? [])
      return { version, pipelines }
    },
    enabled,
  })
}

/** What differs in text and in meaning. from and to are "live", "draft" or a number. */
export function usePlan(team: string, from: string, to: string, enabled = true) {
  return useQuery({
    queryKey: ['plan', team, from, to],
    queryFn: () => inSession(api.POST('/teams/{team}/plan', { params: { path: { team } }, body: { from, to } })),
    // The draft moves under it: asked anew each time it is opened.
    staleTime: 0,
    gcTime: 0,
    enabled,
  })
}

/** After a change of what is live or drafted, everything that shows either is read anew. */
function useRelease<In, Out>(team: string, run: (input: In) => Promise<Out>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      for (const key of ['versions', 'version', 'draft', 'plan', 'resources', 'scenes']) void client.invalidateQueries({ queryKey: [key, team] })
    },
  })
}

export function usePublish(team: string) {
  return useRelease(team, (body: { note?: string; tag?: string; activate: boolean }) =>
    inSession(api.POST('/teams/{team}/versions', { params: { path: { team } }, body })),
  )
}

export function useActivate(team: string) {
  return useRelease(team, ({ number, note }: { number: number; note: string }) =>
    inSession(api.POST('/teams/{team}/versions/{number}/activate', { params: { path: { team, number } }, body: { note } })),
  )
}

export function useRestore(team: string) {
  return useRelease(team, ({ number, tag }: { number: number; tag: string }) =>
    inSession(api.POST('/teams/{team}/versions/{number}/restore', { params: { path: { team, number }, header: { 'If-Match': tag } } })),
  )
}
