// The classes of scenes of a simulation, each with what every policy did to it.
import type { Simulation, SimulationClass } from '@/api/types'

/** A class with the policies in the order of the results. */
export interface ClassRows {
  of: SimulationClass['class']
  rows: { policy: string; is: SimulationClass }[]
}

const ORDER = ['core', 'normal', 'spare'] as const

/** Empty where the scenario has one scene only. */
export function classesOf(s: Simulation): ClassRows[] {
  return ORDER.map((of) => ({ of, rows: s.results.flatMap((r) => r.classes.filter((c) => c.class === of).map((is) => ({ policy: r.policy, is }))) })).filter((c) => c.rows.length > 0)
}
