import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, inSession } from './client'
import type { NewToken, Role } from './types'

/** The listing is read anew after each change, and shows the old one until then. */
function useChange<In, Out>(key: readonly unknown[], run: (input: In) => Promise<Out>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: run, onSuccess: () => void client.invalidateQueries({ queryKey: key }) })
}

interface Membership {
  login: string
  role: Role
}

export function useMembers(team: string) {
  return useQuery({
    queryKey: ['members', team],
    queryFn: () => inSession(api.GET('/teams/{team}/members', { params: { path: { team } } })),
  })
}

export function useAddMember(team: string) {
  return useChange(['members', team], (body: Membership) =>
    inSession(api.POST('/teams/{team}/members', { params: { path: { team } }, body })),
  )
}

export function useSetRole(team: string) {
  return useChange(['members', team], ({ login, role }: Membership) =>
    inSession(api.PUT('/teams/{team}/members/{login}', { params: { path: { team, login } }, body: { role } })),
  )
}

export function useRemoveMember(team: string) {
  return useChange(['members', team], (login: string) =>
    inSession(api.DELETE('/teams/{team}/members/{login}', { params: { path: { team, login } } })),
  )
}

export function useTokens(team: string) {
  return useQuery({
    queryKey: ['tokens', team],
    queryFn: () => inSession(api.GET('/teams/{team}/tokens', { params: { path: { team } } })),
  })
}

export function useCreateToken(team: string) {
  return useChange(['tokens', team], (body: NewToken) =>
    inSession(api.POST('/teams/{team}/tokens', { params: { path: { team } }, body })),
  )
}

export function useDeleteToken(team: string) {
  return useChange(['tokens', team], (id: number) =>
    inSession(api.DELETE('/teams/{team}/tokens/{id}', { params: { path: { team, id } } })),
  )
}
