// Graphs for the tests of components/graph.
import type { StageNode } from '@/components/graph/model'

export const node = (name: string, stage: string, inputs: string[] = [], more: Partial<StageNode> = {}): StageNode => ({ name, op: 'take', stage, inputs, ...more })

/** The shape of a usual pipeline with as many recalls as asked for. */
export function pipeline(recalls: number): StageNode[] {
  const names = Array.from({ length: recalls }, (_, i) => `r_${i}`)
  return [
    node('me', 'feature'),
    ...names.map((n) => node(n, 'recall', ['me'])),
    node('pool', 'merge', names),
    node('coarse', 'rank', ['pool']),
    node('fine', 'rank', ['coarse', 'me']),
    node('page', 'out', ['fine']),
  ]
}

/** A pipeline that merges, ranks, filters and ranks again. */
export const twice: StageNode[] = [
  node('me', 'feature', [], { fallback: 'stranger' }),
  node('stranger', 'feature', [], { lazy: true }),
  node('near', 'recall', ['me']),
  node('hot', 'recall'),
  node('pool', 'merge', ['near', 'hot']),
  node('fresh', 'merge', ['pool', 'me']),
  node('coarse', 'rank', ['fresh']),
  node('whole', 'merge', ['coarse']),
  node('fine', 'rank', ['whole', 'me']),
  node('page', 'rank', ['fine']),
  node('answer', 'out', ['page']),
]

/** Numbers 0…1 from a seed, the same every time. */
export function random(seed: number): () => number {
  let s = seed >>> 0
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0
    return s / 2 ** 32
  }
}

const STAGES = ['feature', 'recall', 'merge', 'rank', 'out']

/** Any graph without rings: nodes of any stage that read up to four of those before them. */
export function anyGraph(seed: number): StageNode[] {
  const next = random(seed)
  const n = 2 + Math.floor(next() * 60)
  // Half of them go through the stages in order, half jump to and fro.
  const orderly = next() < 0.5
  return Array.from({ length: n }, (_, i) => {
    const stage = orderly ? Math.floor((i / n) * STAGES.length) : Math.floor(next() * STAGES.length)
    const before = (): string => `n${Math.floor(next() * i)}`
    const inputs = i === 0 ? [] : Array.from({ length: Math.floor(next() * 5) }, before)
    return node(`n${i}`, STAGES[stage] ?? 'out', inputs, i > 0 && next() < 0.15 ? { fallback: before() } : {})
  })
}

/** Any graph in which some nodes have bodies, and some nodes of those too. */
export function withBodies(seed: number): StageNode[] {
  const next = random(seed + 1000)
  const nodes = anyGraph(seed).slice(0, 30)
  for (const owner of nodes.filter(() => next() < 0.15)) nodes.push(...body(owner.name, seed + nodes.length))
  for (const owner of nodes.filter((n) => n.within !== undefined && next() < 0.05)) nodes.push(...body(owner.name, seed + nodes.length))
  return nodes
}

function body(owner: string, seed: number): StageNode[] {
  return anyGraph(seed)
    .slice(0, 8)
    .map((n) => ({ ...n, name: `${owner}.${n.name}`, inputs: n.inputs.map((i) => `${owner}.${i}`), ...(n.fallback && { fallback: `${owner}.${n.fallback}` }), within: owner }))
}
