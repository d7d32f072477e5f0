import { useMutation, useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'
import type { NewSimulation } from './types'

/** What can be simulated: scenarios and policies. */
export function useSimulations(team: string) {
  return useQuery({
    queryKey: ['simulations', team],
    queryFn: () => inSession(api.GET('/teams/{team}/simulations', { params: { path: { team } } })),
    staleTime: Infinity,
  })
}

/** Runs one on the server; it takes some seconds and nothing is kept. */
export function useSimulate(team: string) {
  return useMutation({
    mutationFn: (body: NewSimulation) => inSession(api.POST('/teams/{team}/simulations', { params: { path: { team } }, body })),
  })
}
