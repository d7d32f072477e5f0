import { useEffect } from 'react'

/** Sets the window's title to "thing · team" while the caller is shown. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Riffle'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
