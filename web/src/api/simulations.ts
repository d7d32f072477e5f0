import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byPolicy } from './by-policy'
import { api, inSession } from './client'
import type { NewSimulation, Simulation } from './types'

/** What can be simulated: scenarios and policies. */
export function useSimulations(team: string) {
  return useQuery({
    queryKey: ['simulations', team],
    queryFn: () => inSession(api.GET('/teams/{team}/simulations', { params: { path: { team } } })),
    staleTime: Infinity,
  })
}

/** Runs one on the server; nothing is kept. soFar is what a run under way has given. */
export function useSimulate(team: string) {
  const [soFar, tell] = useState<Simulation>()
  const run = useMutation({
    mutationFn: (body: NewSimulation) => {
      tell(undefined)
      return byPolicy(body, (one) => inSession(api.POST('/teams/{team}/simulations', { params: { path: { team } }, body: one })), tell)
    },
  })
  return { run, soFar }
}
