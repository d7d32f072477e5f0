import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 640px)')

function subscribe(tell: () => void): () => void {
  const list = query()
  list.addEventListener('change', tell)
  return () => list.removeEventListener('change', tell)
}

/** Whether the window is too narrow for two things beside each other, as a telephone held upright is. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}
