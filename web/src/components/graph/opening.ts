import { getViewportForBounds, type Viewport } from '@xyflow/react'
import { NODE, type Layout, type Size } from './layout'

/** The whole picture, however small. */
export const FIT = { padding: 0.06, maxZoom: 1.1, minZoom: 0.15 }
/** The smallest zoom a picture opens with: names are 11 pixels then, as the smallest type of the console. */
export const LEGIBLE = 0.65
/** Pixels of the screen around a picture that is larger than its box. */
const EDGE = 8

/** The first view of a picture: all of it where that can be read, else its beginning, or the selected node. */
export function opening(layout: Pick<Layout, 'placed' | 'width' | 'height'>, box: Size, selected?: string): Viewport {
  const bounds = { x: 0, y: 0, width: layout.width, height: layout.height }
  const { x, y, zoom } = getViewportForBounds(bounds, box.width, box.height, LEGIBLE, FIT.maxZoom, FIT.padding)
  const p = layout.placed.find((c) => c.node.name === selected)
  return {
    x: along(x, layout.width * zoom, box.width, p && { from: p.x * zoom, to: (p.x + NODE.width) * zoom }),
    y: along(y, layout.height * zoom, box.height, p && { from: p.y * zoom, to: (p.y + NODE.height) * zoom }),
    zoom,
  }
}

function along(centred: number, long: number, room: number, seen: { from: number; to: number } | undefined): number {
  if (long <= room) return centred
  if (!seen || seen.to + 2 * EDGE <= room) return EDGE
  return Math.max(room - long - EDGE, room / 2 - (seen.from + seen.to) / 2)
}
