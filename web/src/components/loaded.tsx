import type { ReactNode } from 'react'
import { ErrorNote } from './notes'

interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
}

interface LoadedProps<T> {
  query: Query<T>
  /** In the geometry of what is to come. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** The states of something read by GET. An error beside old data keeps the data. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const note = query.error && <ErrorNote error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return note ?? skeleton
  return (
    <>
      {note}
      {children(query.data)}
    </>
  )
}
