import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '@/lib/title'

export interface Crumb {
  name: string
  to?: string
}

interface PageProps {
  title: string
  team?: string
  /** The way here, without the page itself. */
  crumbs?: readonly Crumb[]
  head?: ReactNode
  children: ReactNode
}

/** Head of every page: breadcrumb, title of page and window, and the tools beside it. */
export function Page({ title, team, crumbs = [], head, children }: PageProps) {
  const { t } = useTranslation()
  useTitle(title, team)
  return (
    <div className="page">
      {crumbs.length > 0 && (
        <nav aria-label={t('nav.crumbs')}>
          <ol className="crumbs">
            {crumbs.map((c) => (
              <li key={c.name}>{c.to ? <Link to={c.to}>{c.name}</Link> : c.name}</li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <div className="page-head">
        <h1>{title}</h1>
        {head}
      </div>
      {children}
    </div>
  )
}
