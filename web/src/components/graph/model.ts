// What the picture of a pipeline is drawn from. The editor and the page of a
// scene both have more than this; only these fields move anything.

export interface StageNode {
  name: string
  op: string
  /** Lane of the picture. */
  stage: string
  /** Names of nodes it reads; unknown names are ignored. */
  inputs: readonly string[]
  /** Node that answers when this one fails. */
  fallback?: string | undefined
  /** Runs only as a fallback. */
  lazy?: boolean | undefined
  optional?: boolean | undefined
  resource?: string | undefined
}

export interface Stages {
  nodes: readonly StageNode[]
  /** The node whose items are the answer. */
  answer?: string | undefined
}

const LANES = ['feature', 'recall', 'merge', 'rank', 'out']

/** Lanes from left to right; a stage the console does not know stands before the last one. */
export function lanesOf(nodes: readonly StageNode[]): string[] {
  const seen = new Set(nodes.map((n) => n.stage))
  const known = LANES.filter((l) => seen.has(l))
  const other = [...seen].filter((s) => !LANES.includes(s))
  const out = known.indexOf('out')
  return out < 0 ? [...known, ...other] : [...known.slice(0, out), ...other, 'out']
}

/** Equal for two graphs whose picture has the same geometry. */
export function topologyOf(g: Stages): string {
  return JSON.stringify(g.nodes.map((n) => [n.name, n.stage, n.fallback ?? '', ...n.inputs]))
}
