import { useRef, type ReactNode } from 'react'
import { useEdges } from '@/lib/edges'

export interface Column {
  name: string
  num?: boolean
  title?: string
  width?: number
}

interface TableProps {
  label: string
  columns: readonly Column[]
  children: ReactNode
}

/** The one table. Its box scrolls sideways by itself and can be reached by keyboard. */
export function Table({ label, columns, children }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  useEdges(box)
  return (
    <div ref={box} className="table-box" tabIndex={0} role="region" aria-label={label}>
      <table className="grid">
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.name} className={c.num ? 'num' : undefined} title={c.title} style={c.width ? { width: c.width } : undefined} scope="col">
                {c.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Rows in the geometry of the rows to come. */
export function BoneRows({ rows, columns }: { rows: number; columns: readonly Column[] }) {
  return Array.from({ length: rows }, (_, r) => (
    <tr key={r} aria-hidden="true">
      {columns.map((c, i) => (
        <td key={c.name} className={c.num ? 'num' : undefined}>
          <span className="bone" style={{ width: c.num ? 36 : 60 + ((r * 29 + i * 17) % 50) }} />
        </td>
      ))}
    </tr>
  ))
}
