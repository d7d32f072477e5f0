// The picture with the bodies of its nodes: a body is a picture of its own in a
// frame below the card of the node that runs it. Its edges stay in the frame; the
// edges of the node end at the frame, beside the card.
import { arrange, NODE, type Layout, type Size } from './layout'
import type { StageNode, Stages } from './model'
import { push } from './rank'

/** Between the frame and the picture in it. */
const INSET = 6

export function layOut(g: Stages): Layout {
  const known = new Set(g.nodes.map((n) => n.name))
  const bodies = new Map<string, StageNode[]>()
  for (const n of g.nodes) push(bodies, n.within !== undefined && known.has(n.within) ? n.within : '', n)
  return level(bodies.get('') ?? [], bodies)
}

function level(nodes: readonly StageNode[], bodies: ReadonlyMap<string, readonly StageNode[]>): Layout {
  const inner = new Map<string, Layout>()
  for (const n of nodes) {
    const body = bodies.get(n.name)
    if (body) inner.set(n.name, level(body, bodies))
  }
  const size = (name: string): Size => {
    const body = inner.get(name)
    return body ? { width: Math.max(NODE.width, body.width + 2 * INSET), height: NODE.height + body.height + 2 * INSET } : NODE
  }
  const out = arrange({ nodes }, size)
  if (inner.size === 0) return out
  const placed = [...out.placed]
  const lanes = [...out.lanes]
  const edges = [...out.edges]
  for (const p of out.placed) {
    const body = inner.get(p.node.name)
    if (!body) continue
    const [dx, dy] = [p.x + INSET, p.y + NODE.height + INSET]
    placed.splice(placed.indexOf(p) + 1, 0, ...body.placed.map((q) => ({ ...q, x: q.x + dx, y: q.y + dy, lane: q.lane + lanes.length })))
    lanes.push(...body.lanes.map((l) => ({ ...l, x: l.x + dx, y: l.y + dy, depth: l.depth + 1 })))
    edges.push(...body.edges.map((e) => ({ ...e, points: e.points.map((at) => ({ x: at.x + dx, y: at.y + dy })) })))
  }
  return { ...out, placed, lanes, edges }
}
