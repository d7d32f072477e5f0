import type { NewSimulation, Simulation } from './types'

/**
 * Runs a simulation one policy a call: each takes some seconds, and what is there is
 * told meanwhile. The policies do not touch each other, so the parts are the whole.
 */
export async function byPolicy(body: NewSimulation, ask: (one: NewSimulation) => Promise<Simulation>, told: (soFar: Simulation) => void): Promise<Simulation | undefined> {
  let all: Simulation | undefined
  for (const policy of body.policies) {
    const one = await ask({ ...body, policies: [policy] })
    all = all ? { ...all, results: [...all.results, ...one.results], aims: [...all.aims, ...one.aims] } : one
    told(all)
  }
  return all
}
