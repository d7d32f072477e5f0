import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'
import type { NewQuery } from './types'

export function useResourceList(team: string) {
  return useQuery({
    queryKey: ['resources', team],
    queryFn: () => inSession(api.GET('/teams/{team}/resources', { params: { path: { team } } })),
  })
}

export function useResource(team: string, resource: string) {
  return useQuery({
    queryKey: ['resource', team, resource],
    queryFn: () => inSession(api.GET('/teams/{team}/resources/{resource}', { params: { path: { team, resource } } })),
    // Offsets move while documents are written; the page shows them as they go.
    refetchInterval: 2000,
  })
}

export function useStatistics(team: string, resource: string, counted = true) {
  return useQuery({
    enabled: counted,
    queryKey: ['statistics', team, resource],
    queryFn: () => inSession(api.GET('/teams/{team}/resources/{resource}/statistics', { params: { path: { team, resource } } })),
    staleTime: 30_000,
  })
}

/** Null asks nothing. */
export function useResourceQuery(team: string, resource: string, body: NewQuery | null) {
  return useQuery({
    queryKey: ['query', team, resource, body],
    queryFn: () => inSession(api.POST('/teams/{team}/resources/{resource}/query', { params: { path: { team, resource } }, body: body ?? {} })),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function useDocument(team: string, resource: string, key: string) {
  return useQuery({
    queryKey: ['document', team, resource, key],
    queryFn: () => inSession(api.GET('/teams/{team}/resources/{resource}/documents/{key}', { params: { path: { team, resource, key } } })),
    enabled: key !== '',
    retry: false,
  })
}

export function useDeleteDocument(team: string, resource: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => inSession(api.DELETE('/teams/{team}/resources/{resource}/documents/{key}', { params: { path: { team, resource, key } } })),
    onSuccess: (_, key) => {
      client.removeQueries({ queryKey: ['document', team, resource, key] })
      void client.invalidateQueries({ queryKey: ['resource', team, resource] })
      void client.invalidateQueries({ queryKey: ['query', team, resource] })
    },
  })
}
