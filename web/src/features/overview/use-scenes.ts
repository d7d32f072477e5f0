import { useCallback, useRef, useSyncExternalStore } from 'react'
import { keys } from '@/api/live'
import { live } from '@/api/live/store'
import type { SceneView } from '@/api/live/overview'

const sameList = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((v, i) => v === b[i])

/**
 * Something made of all scenes of a team, in the order of the board. It is made
 * anew when values came; the component renders only when it is another one.
 */
export function useBoard<T>(team: string, make: (scenes: readonly SceneView[]) => T, same: (a: T, b: T) => boolean = Object.is): T {
  const last = useRef<{ value: T } | null>(null)
  const latest = useRef(make)
  latest.current = make
  const subscribe = useCallback((l: () => void) => live.subscribe(keys.got(team), l), [team])
  const read = () => {
    const names = live.get<string[]>(keys.scenes(team)) ?? []
    const scenes = names.map((n) => live.get<SceneView>(keys.scene(team, n))).filter((s): s is SceneView => s !== undefined)
    const value = latest.current(scenes)
    if (last.current === null || !same(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(subscribe, read)
}

/** All scenes of a team; renders once a frame however many changed. */
export function useScenes(team: string): readonly SceneView[] {
  return useBoard<readonly SceneView[]>(team, (scenes) => scenes, sameList)
}

/** Names that pass, in the order of the board. */
export function useSceneNames(team: string, keep: (s: SceneView) => boolean): readonly string[] {
  return useBoard<readonly string[]>(team, (scenes) => scenes.filter(keep).map((s) => s.scene), sameList)
}
