import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Kept } from '@/lib/search'
import { api, inSession } from './client'

export interface TraceQuery {
  scene?: string | undefined
  minMs?: number | undefined
  only?: 'degraded' | 'failed' | undefined
  kept?: Kept | undefined
}

export function useTraces(team: string, q: TraceQuery) {
  return useQuery({
    queryKey: ['traces', team, q],
    queryFn: () =>
      inSession(
        api.GET('/teams/{team}/traces', {
          params: { path: { team }, query: { limit: 100, ...(q.scene ? { scene: q.scene } : {}), ...(q.minMs ? { min_ms: q.minMs } : {}), ...(q.only ? { [q.only]: true } : {}), ...(q.kept ? { kept: q.kept } : {}) } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

export const traceQuery = (team: string, id: string) =>
  queryOptions({
    queryKey: ['trace', team, id],
    queryFn: () => inSession(api.GET('/teams/{team}/traces/{id}', { params: { path: { team, id } } })),
    staleTime: Infinity, // a trace never changes
  })

export function useTrace(team: string, id: string) {
  return useQuery(traceQuery(team, id))
}
