// What a plan reaches: the scenes that answer another way, and their traffic.
import type { Plan } from '@/api/types'

/** Scenes that change themselves or whose pipelines do, and resources; each by name, once. */
export function touched(plan: Pick<Plan, 'changes'>): { scenes: string[]; resources: string[] } {
  const scenes = new Set<string>()
  const resources = new Set<string>()
  for (const c of plan.changes) {
    if (c.kind === 'scene') scenes.add(c.name)
    if (c.kind === 'resource') resources.add(c.name)
    for (const s of c.scenes) scenes.add(s)
  }
  return { scenes: [...scenes].sort(), resources: [...resources].sort() }
}

export interface Weight {
  /** qps is missing for a scene that is not served now. */
  scenes: { name: string; qps: number | undefined }[]
  qps: number
  /** Of the traffic of all scenes, 0…1; null where there is none. */
  share: number | null
}

/** The traffic that scenes have, by the board of all of them. */
export function weigh(names: readonly string[], board: readonly { scene: string; qps: number }[]): Weight {
  const now = new Map(board.map((s) => [s.scene, s.qps]))
  const all = board.reduce((sum, s) => sum + s.qps, 0)
  const scenes = names.map((name) => ({ name, qps: now.get(name) }))
  const qps = scenes.reduce((sum, s) => sum + (s.qps ?? 0), 0)
  return { scenes, qps, share: all > 0 ? qps / all : null }
}
