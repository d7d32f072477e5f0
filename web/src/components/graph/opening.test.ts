import { expect, test } from 'vitest'
import { node, pipeline } from '@/test/graphs'
import { NODE } from './layout'
import { layOut } from './nest'
import { LEGIBLE, opening } from './opening'

const box = { width: 640, height: 500 }
const many = layOut({ nodes: pipeline(42) })
const few = layOut({ nodes: [node('a', 'recall', []), node('b', 'rank', ['a'])] })

test('a small picture is seen whole, in the middle', () => {
  const v = opening(few, box)
  expect(v.zoom).toBeGreaterThan(LEGIBLE)
  expect(v.x * 2 + few.width * v.zoom).toBeCloseTo(box.width)
  expect(v.y * 2 + few.height * v.zoom).toBeCloseTo(box.height)
})

test('a large one opens legibly, from its beginning', () => {
  expect(many.width * LEGIBLE).toBeGreaterThan(box.width)
  expect(opening(many, box)).toMatchObject({ x: 8, zoom: LEGIBLE })
  expect(opening(many, { width: 5000, height: 100 }).y).toBe(8)
})

test.each(many.placed.map((p) => [p.node.name, p] as const))('with %s selected, it is inside', (name, p) => {
  for (const size of [box, { width: 300, height: 120 }]) {
    const { x, y, zoom } = opening(many, size, name)
    expect(zoom).toBe(LEGIBLE)
    expect(p.x * zoom + x).toBeGreaterThanOrEqual(0)
    expect(p.y * zoom + y).toBeGreaterThanOrEqual(0)
    expect((p.x + NODE.width) * zoom + x).toBeLessThanOrEqual(size.width)
    expect((p.y + NODE.height) * zoom + y).toBeLessThanOrEqual(size.height)
  }
})
