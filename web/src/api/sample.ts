import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'

/** A project with its documents, to look at; only where a team has none yet. */
export function useLoadSample(team: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => inSession(api.POST('/teams/{team}/sample', { params: { path: { team } } })),
    onSuccess: () => void client.invalidateQueries(),
  })
}
