import { useEffect, useRef, useState, type ReactNode } from 'react'

interface RowsProps<T> {
  items: readonly T[]
  /** Pixels of one row; rows of another height only make the scroll bar guess. */
  height: number
  columns: number
  children: (item: T, index: number) => ReactNode
}

/** Up to this many rows are simply drawn: the browser is quicker with them than we are. */
const ALL = 200
const MARGIN = 20

/** Rows of a table, of a long list only those on the screen; two empty rows keep the height of the others. */
export function Rows<T>({ items, height, columns, children }: RowsProps<T>) {
  const top = useRef<HTMLTableRowElement>(null)
  const [first, setFirst] = useState(0)
  const many = items.length > ALL
  const shown = many ? Math.ceil((typeof innerHeight === 'number' ? innerHeight : 900) / height) + 2 * MARGIN : items.length
  useEffect(() => {
    const box = top.current?.closest('.scroll')
    if (!many || !box) return
    const look = () => {
      const table = top.current?.parentElement
      if (!table) return
      const above = box.getBoundingClientRect().top - table.getBoundingClientRect().top
      setFirst(windowStart(above, height, shown, items.length))
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [many, height, shown, items.length])
  if (!many) return items.map(children)
  const rest = Math.max(0, items.length - first - shown)
  return (
    <>
      <tr ref={top} aria-hidden="true">
        <td colSpan={columns} style={{ height: first * height, padding: 0, border: 0 }} />
      </tr>
      {items.slice(first, first + shown).map((item, i) => children(item, first + i))}
      <tr aria-hidden="true">
        <td colSpan={columns} style={{ height: rest * height, padding: 0, border: 0 }} />
      </tr>
    </>
  )
}

/** The first row to draw when `above` pixels of the list are scrolled away; moves by tens, so that not every pixel draws anew. */
export function windowStart(above: number, height: number, shown: number, total: number): number {
  const first = Math.floor(above / height / 10) * 10 - MARGIN
  return Math.max(0, Math.min(first, total - shown))
}
