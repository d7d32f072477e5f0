// Who may import what a team published. The server takes the whole list, so a
// change is made to the list as it is then, not as it was shown.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'

const read = (team: string) => inSession(api.GET('/teams/{team}/importers', { params: { path: { team } } }))

export function useImporters(team: string) {
  return useQuery({ queryKey: ['importers', team], queryFn: () => read(team) })
}

export interface ImporterChange {
  add?: string
  remove?: string
}

export function useChangeImporters(team: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: ImporterChange) => {
      const { teams } = await read(team)
      return inSession(api.PUT('/teams/{team}/importers', { params: { path: { team } }, body: { teams: listed(teams, change) } }))
    },
    onSuccess: (now) => client.setQueryData(['importers', team], now),
  })
}

/** A list of teams after a change. */
export function listed(teams: readonly string[], { add, remove }: ImporterChange): string[] {
  return [...new Set([...teams.filter((name) => name !== remove), ...(add === undefined ? [] : [add])])].sort()
}
