import type { ReactNode } from 'react'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'

interface ListProps<R> {
  title: string
  query: { data: { items: R[] } | undefined; error: Error | null; refetch(): unknown }
  columns: readonly Column[]
  row: (r: R) => ReactNode
  none: string
  hint: string
  tools?: ReactNode
}

/** What ran and was kept, newest first. */
export function KeptList<R>({ title, query, columns, row, none, hint, tools }: ListProps<R>) {
  const table = (rows: ReactNode) => (
    <Table label={title} columns={columns}>
      {rows}
    </Table>
  )
  return (
    <Panel title={title} count={query.data?.items.length} tools={tools}>
      <Loaded query={query} skeleton={table(<BoneRows rows={3} columns={columns} />)}>
        {({ items }) => (items.length === 0 ? <EmptyNote title={none}>{hint}</EmptyNote> : table(items.map(row)))}
      </Loaded>
    </Panel>
  )
}
