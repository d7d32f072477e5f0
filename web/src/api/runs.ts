import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'
import type { NewRun } from './types'

export function useRun(team: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewRun) => inSession(api.POST('/teams/{team}/runs', { params: { path: { team } }, body })),
    onSuccess: (run) => {
      client.setQueryData(runQuery(team, run.id).queryKey, run)
      void client.invalidateQueries({ queryKey: ['runs', team] })
    },
  })
}

export const runQuery = (team: string, id: string) =>
  queryOptions({
    queryKey: ['run', team, id],
    queryFn: () => inSession(api.GET('/teams/{team}/runs/{id}', { params: { path: { team, id } } })),
    staleTime: Infinity, // a kept run never changes
  })

export interface RunsOf {
  scene?: string | undefined
  pipeline?: string | undefined
}

export function useRuns(team: string, of: RunsOf, limit = 20) {
  return useQuery({
    queryKey: ['runs', team, of, limit],
    queryFn: () =>
      inSession(
        api.GET('/teams/{team}/runs', {
          params: { path: { team }, query: { limit, ...(of.scene ? { scene: of.scene } : {}), ...(of.pipeline ? { pipeline: of.pipeline } : {}) } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

export function useComparison(team: string, a: string, b: string) {
  return useQuery({
    queryKey: ['compare', team, a, b],
    queryFn: () => inSession(api.GET('/teams/{team}/runs/compare', { params: { path: { team }, query: { a, b } } })),
    enabled: a !== '' && b !== '',
    staleTime: Infinity,
  })
}
