import type { Quantity } from '@/lib/format'

/** A quantity with its unit dim. `live` values turn grey while they are stale. */
export function Q({ of, live = false }: { of: Quantity; live?: boolean }) {
  const spaced = of.unit !== '' && of.unit !== '%' && !of.unit.endsWith('/s')
  return (
    <span className={live ? 'live' : undefined}>
      {of.figure}
      {of.unit !== '' && <span className={spaced ? 'unit spaced' : 'unit'}>{of.unit}</span>}
    </span>
  )
}
