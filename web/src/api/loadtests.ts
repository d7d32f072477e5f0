import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'
import type { LoadTest, NewLoadTest } from './types'

export function useLoadTests(team: string, scene: string | undefined, limit = 50) {
  return useQuery({
    queryKey: ['loadtests', team, scene, limit],
    queryFn: () => inSession(api.GET('/teams/{team}/loadtests', { params: { path: { team }, query: { limit, ...(scene ? { scene } : {}) } } })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some((r) => r.state === 'running') ? 3_000 : false),
  })
}

const loadTestQuery = (team: string, id: string) =>
  queryOptions({
    queryKey: ['loadtest', team, id],
    queryFn: () => inSession(api.GET('/teams/{team}/loadtests/{id}', { params: { path: { team, id } } })),
  })

/** A load test; read again until it is over. */
export function useLoadTest(team: string, id: string) {
  return useQuery({ ...loadTestQuery(team, id), refetchInterval: (query) => (query.state.data?.state === 'running' ? 2_000 : false) })
}

export function useStartLoadTest(team: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewLoadTest) => inSession(api.POST('/teams/{team}/loadtests', { params: { path: { team } }, body })),
    onSuccess: (made: LoadTest) => {
      client.setQueryData(loadTestQuery(team, made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: ['loadtests', team] })
    },
  })
}

export function useAbortLoadTest(team: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => inSession(api.POST('/teams/{team}/loadtests/{id}/abort', { params: { path: { team, id } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['loadtest', team, id] }),
  })
}

export function useLoadComparison(team: string, a: string, b: string) {
  return useQuery({
    queryKey: ['loadtests', team, 'compare', a, b],
    queryFn: () => inSession(api.GET('/teams/{team}/loadtests/compare', { params: { path: { team }, query: { a, b } } })),
    enabled: a !== '' && b !== '',
  })
}
