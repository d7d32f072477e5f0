import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AuditSearch } from '@/lib/search'
import { api, inSession } from './client'

export function useAudit(team: string, q: AuditSearch) {
  return useQuery({
    queryKey: ['audit', team, q],
    queryFn: () =>
      inSession(
        api.GET('/teams/{team}/audit', {
          params: {
            path: { team },
            query: {
              limit: 50,
              ...(q.actor ? { actor: q.actor } : {}),
              ...(q.object ? { object: q.object } : {}),
              ...(q.after ? { cursor: q.after } : {}),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  })
}
