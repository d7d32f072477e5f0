// Reduces the topics of one scene: "scene/{s}" into one value with its series,
// "scene/{s}/nodes" into one value per node, keyed by the node's name and never
// by its place in the list.
import { merge } from '@/lib/series'
import type { GraphNode, NodeNow, SceneLive, SceneNodes } from '../types'
import { fromWire, type SceneView } from './overview'
import { live, type LiveStore } from './store'

/** Whether a node has numbers: what a body is given does no work, and what comes after the answer is not told of by it. */
export function measured(node: Pick<GraphNode, 'op' | 'stage'>): boolean {
  return node.op !== 'input' && node.stage !== 'after'
}

/** Seconds of history the page of a scene keeps. */
export const SCENE_SECONDS = 900

export const sceneKeys = {
  scene: (team: string, scene: string) => `${team}/live/${scene}`,
  nodes: (team: string, scene: string) => `${team}/nodes/${scene}`,
  graph: (team: string, scene: string) => `${team}/graph/${scene}`,
  node: (team: string, scene: string, node: string) => `${team}/nodes/${scene}/${node}`,
}

function object<T>(payload: unknown, topic: string): T {
  if (typeof payload !== 'object' || payload === null) throw new TypeError(`${topic}: payload is no object`)
  return payload as T
}

export class SceneReducer {
  private view: SceneView | null = null

  constructor(
    private readonly team: string,
    private readonly scene: string,
    private readonly store: LiveStore = live,
  ) {}

  apply(_type: 'snap' | 'delta', payload: unknown): void {
    const p = object<SceneLive>(payload, 'scene')
    const more = fromWire(p.series)
    const series = more ? merge(this.view?.series, more, SCENE_SECONDS) : (this.view?.series ?? null)
    this.view = { ...p, series }
    this.store.set(sceneKeys.scene(this.team, this.scene), this.view)
  }
}

export class NodesReducer {
  private names: string[] = []
  private graph = new Map<string, GraphNode>()

  constructor(
    private readonly team: string,
    private readonly scene: string,
    private readonly store: LiveStore = live,
  ) {}

  apply(type: 'snap' | 'delta', payload: unknown): void {
    const p = object<SceneNodes>(payload, 'nodes')
    const nodes: NodeNow[] = p.nodes ?? []
    const { store, team, scene } = this
    if (p.graph) {
      this.graph = new Map(p.graph.nodes.map((n) => [n.name, n]))
      store.set(sceneKeys.graph(team, scene), p.graph.nodes)
    }
    if (type === 'snap' || p.graph) {
      // The graph's order is the order of the pipeline; a node that has not run yet stands in its place.
      const now = ordered([...new Set([...[...this.graph.values()].filter(measured).map((n) => n.name), ...nodes.map((n) => n.name)])])
      for (const gone of this.names) if (!now.includes(gone)) store.set(sceneKeys.node(team, scene, gone), undefined)
      this.names = now
      store.set(sceneKeys.nodes(team, scene), now)
      for (const name of now) this.put(name, nodes.find((n) => n.name === name))
      return
    }
    for (const n of nodes) {
      if (!this.names.includes(n.name)) {
        this.names = [...this.names, n.name]
        store.set(sceneKeys.nodes(team, scene), this.names)
      }
      this.put(n.name, n)
    }
  }

  private put(name: string, now: NodeNow | undefined): void {
    const key = sceneKeys.node(this.team, this.scene, name)
    const old = this.store.latest<NodeView>(key)
    this.store.set(key, { ...(now ?? old ?? IDLE), ...(old?.off === undefined ? {} : { off: old.off }), name, op: this.graph.get(name)?.op ?? '', stage: this.graph.get(name)?.stage ?? '' })
  }
}

/** The names in their order, but what belongs to a node, such as its fallback "me.fallback", after the node itself. */
export function ordered(names: readonly string[]): string[] {
  const known = new Set(names)
  const parts = new Map<string, string[]>()
  const whole: string[] = []
  for (const name of names) {
    const owner = name.slice(0, Math.max(0, name.lastIndexOf('.')))
    if (known.has(owner)) parts.set(owner, [...(parts.get(owner) ?? []), name])
    else whole.push(name)
  }
  const out: string[] = []
  const put = (name: string) => {
    out.push(name)
    parts.get(name)?.forEach(put)
  }
  whole.forEach(put)
  return out
}

/** A node's numbers with what its pipeline says of it. */
export type NodeView = NodeNow & { op: string; stage: string; off?: boolean }

const IDLE: NodeNow = { name: '', qps: 0, p50_ms: 0, p99_ms: 0, outcomes: {}, n: 0 }
