import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, inSession } from './client'
import { degradationKeys, DegradationReducer } from './live/degradation'
import { socket, useLive } from './live'
import type { Degradation, NewOverride } from './types'

/** How often notes beside changes of state are read. */
const EVERY = 10_000

/** Follows what a scene gives up while the caller is shown. */
export function useDegradationTopic(team: string, scene: string): Degradation | undefined {
  useEffect(() => {
    const reducer = new DegradationReducer(team, scene)
    return socket.follow({
      topic: `scene/${scene}/degradation`,
      team,
      apply: (type, payload) => reducer.apply(type, payload),
      poll: () => inSession(api.GET('/teams/{team}/scenes/{scene}/degradation', { params: { path: { team, scene } } })),
    })
  }, [team, scene])
  return useLive<Degradation>(degradationKeys.now(team, scene))
}

/** The levels of every tier. `revision` changes when plans are made anew. */
export function useDegradationPlans(team: string, scene: string, revision: string) {
  return useQuery({
    queryKey: ['degradation-plans', team, scene, revision],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes/{scene}/degradation/plans', { params: { path: { team, scene } } })),
    placeholderData: keepPreviousData,
  })
}

/** Changes of state, newest first; read again whenever the state is another one, and now and then for notes. */
export function useDegradationEvents(team: string, scene: string, since: string) {
  return useQuery({
    queryKey: ['degradation-events', team, scene, since],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes/{scene}/degradation/events', { params: { path: { team, scene }, query: { limit: 200 } } })),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
}

/** What a scene would serve at a rate; null asks nothing. */
export function useWhatIf(team: string, scene: string, qps: number | null) {
  return useQuery({
    queryKey: ['what-if', team, scene, qps],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes/{scene}/degradation/what-if', { params: { path: { team, scene }, query: { qps: qps ?? 0 } } })),
    enabled: qps !== null,
    placeholderData: keepPreviousData,
  })
}

/** Takes a scene by hand; null lets it go. */
export function useOverride(team: string, scene: string) {
  const client = useQueryClient()
  const params = { path: { team, scene } }
  return useMutation({
    mutationFn: (body: NewOverride | null) =>
      body === null
        ? inSession(api.DELETE('/teams/{team}/scenes/{scene}/degradation/override', { params }))
        : inSession(api.PUT('/teams/{team}/scenes/{scene}/degradation/override', { params, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['degradation-events', team, scene] }),
  })
}
