import type { ReactNode } from 'react'

interface PanelProps {
  title: string
  count?: string | number | undefined
  tools?: ReactNode
  /** The page or its tab says the title already: it is then a heading for a screen reader only. */
  untitled?: boolean
  children: ReactNode
}

/** A titled box. The title is a heading, so that a screen reader can jump from panel to panel. */
export function Panel({ title, count, tools, untitled = false, children }: PanelProps) {
  if (untitled && !tools) {
    return (
      <section className="panel" aria-label={title}>
        <h2 className="hidden-label">{title}</h2>
        {children}
      </section>
    )
  }
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>
          {untitled ? <span className="hidden-label">{title} </span> : `${title} `}
          {count !== undefined && <span className="count">{count}</span>}
        </h2>
        <span className="grow" />
        {tools}
      </header>
      {children}
    </section>
  )
}
