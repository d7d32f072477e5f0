// Edges as outlines of an SVG: one path for all lines of a kind and one for all
// arrowheads, so that a picture of a thousand edges is a handful of elements.
import type { Point, Route } from './layout'

const RADIUS = 5
const HEAD = { long: 7, half: 3.5 }

/** The lines with rounded bends; each ends where its arrowhead begins. */
export function linesOf(routes: readonly Route[]): string {
  return routes.map((r) => line(r.points)).join('')
}

export function headsOf(routes: readonly Route[]): string {
  return routes.map((r) => head(r.points)).join('')
}

const text = (p: Point) => `${+p.x.toFixed(1)} ${+p.y.toFixed(1)}`

/** The point on the way from one to another, so many pixels after the first. */
function toward(from: Point, to: Point, pixels: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const t = Math.min(1, pixels / length)
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }
}

function line(points: readonly Point[]): string {
  const [first] = points
  const last = points[points.length - 1]
  const before = points[points.length - 2]
  if (!first || !last || !before) return ''
  let d = `M${text(first)}`
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]] as [Point, Point, Point]
    const r = Math.min(RADIUS, Math.hypot(b.x - a.x, b.y - a.y) / 2, Math.hypot(c.x - b.x, c.y - b.y) / 2)
    d += `L${text(toward(b, a, r))}Q${text(b)} ${text(toward(b, c, r))}`
  }
  return `${d}L${text(toward(last, before, HEAD.long - 1))}`
}

function head(points: readonly Point[]): string {
  const tip = points[points.length - 1]
  const before = points[points.length - 2]
  if (!tip || !before) return ''
  const back = toward(tip, before, HEAD.long)
  const [dx, dy] = [(tip.x - back.x) / HEAD.long, (tip.y - back.y) / HEAD.long]
  const side = (s: number): Point => ({ x: back.x - dy * HEAD.half * s, y: back.y + dx * HEAD.half * s })
  return `M${text(tip)}L${text(side(1))}L${text(side(-1))}Z`
}
