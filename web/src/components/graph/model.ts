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
  /** The node in whose body it stands. */
  within?: string | undefined
}

/** The name of a node of a body without that of the body around it: fill.in.got is got. */
export function shortName(node: Pick<StageNode, 'name' | 'op' | 'within'>): string {
  if (node.within === undefined) return node.name
  const prefix = node.op === 'input' ? `${node.within}.in.` : `${node.within}.`
  return node.name.startsWith(prefix) ? node.name.slice(prefix.length) : node.name
}

export interface Stages {
  nodes: readonly StageNode[]
  /** The node whose items are the answer. */
  answer?: string | undefined
}

const LANES = ['feature', 'recall', 'merge', 'rank', 'out', 'after']

/** Lanes from left to right; a stage the console does not know stands before the answer. */
export function lanesOf(nodes: readonly StageNode[]): string[] {
  const seen = new Set(nodes.map((n) => n.stage))
  const known = LANES.filter((l) => seen.has(l))
  const other = [...seen].filter((s) => !LANES.includes(s))
  const out = known.findIndex((l) => l === 'out' || l === 'after')
  return out < 0 ? [...known, ...other] : [...known.slice(0, out), ...other, ...known.slice(out)]
}

/** Equal for two graphs whose picture has the same geometry. */
export function topologyOf(g: Stages): string {
  return JSON.stringify(g.nodes.map((n) => [n.name, n.stage, n.within ?? '', n.fallback ?? '', ...n.inputs]))
}
