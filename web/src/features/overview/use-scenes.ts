import { useCallback, useRef, useSyncExternalStore } from 'react'
import { keys } from '@/api/live'
import { live } from '@/api/live/store'
import type { SceneView } from '@/api/live/overview'

const NO_SCENES: readonly SceneView[] = []

/** All scenes of a team, in the order of the board; one render a frame however many changed. */
export function useScenes(team: string): readonly SceneView[] {
  const last = useRef<readonly SceneView[]>(NO_SCENES)
  const subscribe = useCallback((l: () => void) => live.subscribe(keys.got(team), l), [team])
  const read = useCallback(() => {
    const names = live.get<string[]>(keys.scenes(team)) ?? []
    const now = names.map((n) => live.get<SceneView>(keys.scene(team, n))).filter((s): s is SceneView => s !== undefined)
    if (now.length !== last.current.length || now.some((s, i) => s !== last.current[i])) last.current = now
    return last.current
  }, [team])
  return useSyncExternalStore(subscribe, read)
}
