import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { api, ask } from './client'
import { live } from './live/store'
import type { Role } from './types'

/** True while the session has ended under an open page. */
export const EXPIRED = 'session/expired'

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => ask(api.GET('/me')), staleTime: 60_000 })

export function useMe() {
  return useQuery(meQuery)
}

/** The role of the reader in a team; undefined while unknown or where there is none. */
export function useRole(team: string): Role | undefined {
  return useMe().data?.teams.find((t) => t.team === team)?.role
}

export function canEdit(role: Role | undefined): boolean {
  return role === 'editor' || role === 'owner'
}

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { login: string; password: string }) => ask(api.POST('/login', { body })),
    onSuccess: async () => {
      live.set(EXPIRED, undefined)
      await client.invalidateQueries()
    },
  })
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.POST('/logout')),
    onSuccess: () => client.clear(),
  })
}
