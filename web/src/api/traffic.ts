import { useMutation, useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'
import { Problem } from './problem'
import type { SetTraffic } from './types'

/** Whether this instance has a traffic generator at all; only a demo has one. Undefined until it is known. */
export function useHasTraffic(team: string): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['traffic', team],
    queryFn: () =>
      inSession(api.GET('/teams/{team}/traffic', { params: { path: { team } } })).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && (error.status === 503 || error.status === 404)) return false
          throw error
        },
      ),
    staleTime: 60_000,
  })
  return data ?? (isError ? false : undefined)
}

/** Changes the demo's traffic: its rate, and for a while a multiple of it. */
export function useSetTraffic(team: string) {
  return useMutation({
    mutationFn: (body: SetTraffic) => inSession(api.PUT('/teams/{team}/traffic', { params: { path: { team } }, body })),
  })
}
