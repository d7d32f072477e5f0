import { useCallback, useRef, useSyncExternalStore } from 'react'
import { keys } from '@/api/live'
import { live } from '@/api/live/store'
import type { ResourceNow } from '@/api/types'

const NONE: readonly ResourceNow[] = []

/** All resources of a team with their live values, by name. */
export function useResources(team: string): readonly ResourceNow[] {
  const last = useRef<readonly ResourceNow[]>(NONE)
  const subscribe = useCallback((l: () => void) => live.subscribe(keys.got(team), l), [team])
  const read = useCallback(() => {
    const names = live.get<string[]>(keys.resources(team)) ?? []
    const now = names.map((n) => live.get<ResourceNow>(keys.resource(team, n))).filter((r): r is ResourceNow => r !== undefined)
    if (now.length !== last.current.length || now.some((r, i) => r !== last.current[i])) last.current = now
    return last.current
  }, [team])
  return useSyncExternalStore(subscribe, read)
}
