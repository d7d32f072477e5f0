import type { ReactNode } from 'react'
import { Problem } from '@/api/problem'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'

interface PageProps<T> {
  team: string
  id: string
  query: { data: T | undefined; error: Error | null; refetch(): unknown }
  /** The list that it stands in. */
  list: { name: string; to: string }
  head: (one: T) => ReactNode
  gone: string
  goneWhy: string
  children: (one: T) => ReactNode
}

/** One of what was kept, by its id; it may have fallen out since the link was made. */
export function KeptOnePage<T extends { scene: string }>({ team, id, query, list, head, gone, goneWhy, children }: PageProps<T>) {
  const one = query.data
  const missing = query.error instanceof Problem && query.error.status === 404
  const short = id.slice(0, 8)
  return (
    <Page title={one ? `${one.scene} · ${short}` : short} team={team} crumbs={[list]} head={one && head(one)}>
      {missing ? (
        <section className="panel">
          <EmptyNote title={gone}>{goneWhy}</EmptyNote>
        </section>
      ) : (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {children}
        </Loaded>
      )}
    </Page>
  )
}
