import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys, useLive } from './live'
import { api, inSession } from './client'
import type { EventNow } from './types'

/** How often the list is read again: a drill ends by itself, without an event. */
const EVERY = 10_000

/** The fault drills that go on. Read anew as soon as the board tells that one began or ended. */
export function useDrills(team: string) {
  const told = useLive<EventNow[]>(keys.events(team))?.find((e) => e.kind.startsWith('fault.'))?.seq ?? 0
  return useQuery({
    queryKey: ['faults', team, told],
    queryFn: () => inSession(api.GET('/teams/{team}/faults', { params: { path: { team } } })),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
}

export function useEndDrill(team: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => inSession(api.DELETE('/teams/{team}/faults/{id}', { params: { path: { team, id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['faults', team] }),
  })
}
