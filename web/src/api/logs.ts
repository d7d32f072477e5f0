import { useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'

/** The places that a team's pipelines log to. */
export function useLogPlaces(team: string) {
  return useQuery({
    queryKey: ['logs', team],
    queryFn: () => inSession(api.GET('/teams/{team}/logs', { params: { path: { team } } })),
    refetchInterval: 5_000,
  })
}
