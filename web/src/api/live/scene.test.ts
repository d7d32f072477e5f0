import { expect, test } from 'vitest'
import { LiveStore } from './store'
import { NodesReducer, ordered, sceneKeys, type NodeView } from './scene'

const node = (name: string, qps: number) => ({ name, qps, p50_ms: 1, p99_ms: 2, outcomes: { ok: qps }, n: qps })
const graph = (...names: string[]) => ({ nodes: names.map((name) => ({ name, op: `op_${name}`, inputs: [], line: 1, file: 'f', stage: 'recall' })) })

test('nodes stand in the pipeline’s order, keyed by name, also those that have not run', () => {
  const store = new LiveStore((run) => run())
  const r = new NodesReducer('demo', 'home', store)
  r.apply('snap', { at: '', scene: 'home', version: 1, graph: graph('hot', 'similar', 'pool'), nodes: [node('pool', 5), node('hot', 5)] })
  expect(store.get(sceneKeys.nodes('demo', 'home'))).toEqual(['hot', 'similar', 'pool'])
  r.apply('delta', { at: '', scene: 'home', version: 1, nodes: [node('similar', 3)] })
  const similar = store.get<NodeView>(sceneKeys.node('demo', 'home', 'similar'))
  expect(similar).toMatchObject({ qps: 3, op: 'op_similar' })
  r.apply('delta', { at: '', scene: 'home', version: 2, graph: graph('hot', 'pool'), nodes: [] })
  expect(store.get(sceneKeys.nodes('demo', 'home'))).toEqual(['hot', 'pool'])
  expect(store.get<NodeView>(sceneKeys.node('demo', 'home', 'pool'))?.qps).toBe(5)
})

test('what has no numbers is no row of the table', () => {
  const store = new LiveStore((run) => run())
  const r = new NodesReducer('demo', 'home', store)
  const { nodes } = graph('hot', 'fill.in.got', 'told')
  r.apply('snap', { at: '', scene: 'home', version: 1, graph: { nodes: nodes.map((n) => ({ ...n, ...(n.name === 'told' ? { stage: 'after' } : n.name === 'hot' ? {} : { op: 'input' }) })) }, nodes: [] })
  expect(store.get(sceneKeys.nodes('demo', 'home'))).toEqual(['hot'])
})

test.each([
  [['me.fallback', 'me', 'hot'], ['me', 'me.fallback', 'hot']],
  [['a', 'b', 'a.x', 'a.x.y'], ['a', 'a.x', 'a.x.y', 'b']],
  [['lone.fallback', 'z'], ['lone.fallback', 'z']],
])('%j: a part stands behind its node', (names, want) => expect(ordered(names)).toEqual(want))
