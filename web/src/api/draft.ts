// The draft: files of one team that everybody edits and nobody serves yet.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'

export const draftQuery = (team: string) =>
  queryOptions({
    queryKey: ['draft', team],
    queryFn: () => inSession(api.GET('/teams/{team}/files', { params: { path: { team } } })),
  })

export function useDraft(team: string, refetchInterval: number | false = false) {
  return useQuery({ ...draftQuery(team), refetchInterval })
}

export function readFile(team: string, path: string) {
  return inSession(api.GET('/teams/{team}/files/{path}', { params: { path: { team, path } } }))
}

export function saveFile(team: string, path: string, tag: string, text: string) {
  return inSession(api.PUT('/teams/{team}/files/{path}', { params: { path: { team, path }, header: { 'If-Match': tag } }, body: { text } }))
}

export function deleteFile(team: string, path: string, tag: string) {
  return inSession(api.DELETE('/teams/{team}/files/{path}', { params: { path: { team, path }, header: { 'If-Match': tag } } }))
}

export function renameFile(team: string, path: string, tag: string, to: string) {
  return inSession(api.POST('/teams/{team}/files/{path}/rename', { params: { path: { team, path }, header: { 'If-Match': tag } }, body: { to } }))
}

export function useTemplates(team: string, enabled: boolean) {
  return useQuery({
    queryKey: ['templates', team],
    queryFn: () => inSession(api.GET('/teams/{team}/templates', { params: { path: { team } } })),
    staleTime: Infinity,
    enabled,
  })
}
