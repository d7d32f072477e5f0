import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { settings, type Settings } from '@/lib/settings'
import { api, inSession } from './client'

export function useSessions() {
  return useQuery({ queryKey: ['sessions'], queryFn: () => inSession(api.GET('/me/sessions')) })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => inSession(api.DELETE('/me/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { old: string; new: string }) => inSession(api.PUT('/me/password', { body })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}

/** Keeps this browser's choices with the account, so that the next browser can take them. */
export function useKeepSettings() {
  return useMutation({
    mutationFn: (s: Settings) =>
      inSession(api.PUT('/me/settings', { body: { language: s.lang, theme: s.theme, time_zone: s.zone === 'utc' ? 'UTC' : 'local', density: s.density } })),
  })
}

/** What the account keeps, into this browser. */
export function useTakeSettings() {
  return useMutation({
    mutationFn: () => inSession(api.GET('/me/settings')),
    onSuccess: (kept) => {
      if (kept.language) settings.set('lang', kept.language)
      if (kept.theme) settings.set('theme', kept.theme)
      if (kept.density) settings.set('density', kept.density)
      if (kept.time_zone) settings.set('zone', kept.time_zone === 'UTC' ? 'utc' : 'local')
    },
  })
}

/** Makes a team whose first owner is the reader; only an administrator may. */
export function useCreateTeam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => inSession(api.POST('/teams', { body: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
  })
}
