import type { ReactNode } from 'react'

interface PanelProps {
  title: string
  count?: string | number | undefined
  tools?: ReactNode
  children: ReactNode
}

/** A titled box. The title is a heading, so that a screen reader can jump from panel to panel. */
export function Panel({ title, count, tools, children }: PanelProps) {
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>
          {title} {count !== undefined && <span className="count">{count}</span>}
        </h2>
        <span className="grow" />
        {tools}
      </header>
      {children}
    </section>
  )
}
