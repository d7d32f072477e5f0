import { useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'

export function useResourceList(team: string) {
  return useQuery({
    queryKey: ['resources', team],
    queryFn: () => inSession(api.GET('/teams/{team}/resources', { params: { path: { team } } })),
  })
}
