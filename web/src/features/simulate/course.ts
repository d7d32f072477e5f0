// The timelines of a simulation as columns for charts.
import type { SimulationResult } from '@/api/types'

export interface Course {
  /** Virtual seconds. */
  times: number[]
  rate: number[]
  capacity: number[]
}

/** Arrivals and capacity: every policy is in the same world, so those of the first are those of all. */
export function courseOf(results: readonly SimulationResult[]): Course {
  const line = results[0]?.timeline ?? []
  return { times: line.map((p) => p.at_s), rate: line.map((p) => p.rate), capacity: line.map((p) => p.capacity) }
}

/** Requests lost a second, by the difference of what was summed up to two points. */
export function lostOf(r: SimulationResult): number[] {
  return r.timeline.map((p, i) => {
    const before = r.timeline[i - 1]
    if (!before) return 0
    const span = p.at_s - before.at_s
    return span > 0 ? Math.max(0, p.refused + p.late - before.refused - before.late) / span : 0
  })
}

/** The states of the controller one after another, in virtual seconds. */
export function statesOf(r: SimulationResult): { state: string; from: number; to: number }[] {
  const out: { state: string; from: number; to: number }[] = []
  for (const p of r.timeline) {
    const last = out[out.length - 1]
    if (last) last.to = p.at_s
    if (p.state !== '' && p.state !== last?.state) out.push({ state: p.state, from: p.at_s, to: p.at_s })
  }
  return out
}
