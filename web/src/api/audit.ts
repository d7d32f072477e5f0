import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AuditSearch } from '@/lib/search'
import { apiRoot } from '@/lib/base'
import { api, inSession } from './client'

/** The filter of the search params as the API's query; days are whole days of UTC. */
export function filterOf(q: AuditSearch) {
  const from = q.from && (q.from.length === 10 ? `${q.from}T00:00:00Z` : q.from)
  const to = q.to && (q.to.length === 10 ? new Date(Date.parse(q.to) + 86_400_000).toISOString() : q.to)
  return {
    ...(q.actor ? { actor: q.actor } : {}),
    ...(q.action ? { action: q.action } : {}),
    ...(q.object ? { object: q.object } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

export function useAudit(team: string, q: AuditSearch) {
  return useQuery({
    queryKey: ['audit', team, q],
    queryFn: () =>
      inSession(
        api.GET('/teams/{team}/audit', {
          params: { path: { team }, query: { limit: 50, ...filterOf(q), ...(q.after ? { cursor: q.after } : {}) } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** Address of the same rows as CSV, written by the server: all pages of them. */
export function auditExport(team: string, q: AuditSearch): string {
  const query = new URLSearchParams(filterOf(q)).toString()
  return `${apiRoot()}/teams/${encodeURIComponent(team)}/audit.csv${query ? `?${query}` : ''}`
}
