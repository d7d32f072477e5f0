import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'
import { saveFile } from './draft'
import type { Gain, GainFile, NewGain } from './types'

export function useGains(team: string, scene: string | undefined, limit = 50) {
  return useQuery({
    queryKey: ['gains', team, scene, limit],
    queryFn: () => inSession(api.GET('/teams/{team}/gains', { params: { path: { team }, query: { limit, ...(scene ? { scene } : {}) } } })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some((r) => r.state === 'running') ? 3_000 : false),
  })
}

const gainQuery = (team: string, id: string) =>
  queryOptions({
    queryKey: ['gain', team, id],
    queryFn: () => inSession(api.GET('/teams/{team}/gains/{id}', { params: { path: { team, id } } })),
  })

/** A measurement; read again until it is over. */
export function useGain(team: string, id: string) {
  return useQuery({ ...gainQuery(team, id), refetchInterval: (query) => (query.state.data?.state === 'running' ? 1_000 : false) })
}

/** What a measurement says of the draft as it is. */
export function useGainChanges(team: string, id: string) {
  return useQuery({
    queryKey: ['gain', team, id, 'changes'],
    queryFn: () => inSession(api.GET('/teams/{team}/gains/{id}/changes', { params: { path: { team, id } } })),
  })
}

export function useStartGain(team: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewGain) => inSession(api.POST('/teams/{team}/gains', { params: { path: { team } }, body })),
    onSuccess: (made: Gain) => {
      client.setQueryData(gainQuery(team, made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: ['gains', team] })
    },
  })
}

export function useAbortGain(team: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => inSession(api.POST('/teams/{team}/gains/{id}/abort', { params: { path: { team, id } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['gain', team, id] }),
  })
}

/** Puts the annotations into a file of the draft, if it is still as it was. */
export function useWriteGain(team: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: GainFile) => saveFile(team, file.path, file.tag, file.after),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['gain', team, id, 'changes'] })
      void client.invalidateQueries({ queryKey: ['draft', team] })
    },
  })
}
