import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'

/** How a team's written limits are divided, as the instance that answers tells it; read again every second while it is looked at. */
export function useLimits(team: string) {
  return useQuery({
    queryKey: ['limits', team],
    queryFn: () => inSession(api.GET('/teams/{team}/limits', { params: { path: { team } } })),
    placeholderData: keepPreviousData,
    refetchInterval: 1_000,
  })
}
