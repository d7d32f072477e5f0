import { Link } from '@tanstack/react-router'

interface TabsProps<T extends string> {
  label: string
  tabs: readonly { id: T; name: string; count?: number | undefined }[]
  now: T
  /** Search params of the page with another tab. */
  search: (id: T) => object
}

/** Parts of one page; which is shown stands in the address, so that it can be sent. */
export function Tabs<T extends string>({ label, tabs, now, search }: TabsProps<T>) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to="."
          search={search(tab.id) as never}
          className={tab.id === now ? 'active' : undefined}
          activeProps={{}}
          aria-current={tab.id === now ? 'page' : undefined}
          data-tab={tab.id}
        >
          {tab.name}
          {tab.count !== undefined && <span className="dim"> {tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
