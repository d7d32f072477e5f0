import type { Layout, Placed } from './layout'

export type Way = 'left' | 'right' | 'up' | 'down'

/** The next node in a direction, for the arrow keys; the same one at the edge. */
export function neighbour(layout: Layout, name: string, way: Way): string {
  const from = layout.placed.find((p) => p.node.name === name)
  if (!from) return layout.placed[0]?.node.name ?? name
  const sideways = way === 'left' || way === 'right'
  const sign = way === 'left' || way === 'up' ? -1 : 1
  let best: Placed | undefined
  let cost = Infinity
  for (const p of layout.placed) {
    const along = sign * (sideways ? p.x - from.x : p.y - from.y)
    const across = Math.abs(sideways ? p.y - from.y : p.x - from.x)
    if (along <= 0 || (!sideways && across > 0)) continue
    const c = along + (sideways ? across / 4 : 0)
    if (c < cost) [best, cost] = [p, c]
  }
  return best?.node.name ?? name
}
