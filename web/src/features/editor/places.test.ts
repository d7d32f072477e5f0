import { describe, expect, test } from 'vitest'
import type { PipelineGraph, PipelineNode } from '@/api/types'
import { fileOf, nodeAt, shownOf } from './places'

const node = (name: string, line: number, column: number, end_line: number, end_column: number, file = 'a.riffle') =>
  ({ name, file, line, column, end_line, end_column }) as PipelineNode

const graph = (name: string, file: string, nodes: PipelineNode[] = []) => ({ name, file, line: 1, nodes }) as unknown as PipelineGraph

const feed = graph('feed', 'a.riffle', [
  node('near', 3, 3, 3, 40),
  node('page', 5, 3, 9, 4),
  node('page.then', 6, 5, 6, 20),
  node('page.else', 8, 5, 8, 20),
  node('other', 3, 3, 3, 40, 'b.riffle'),
])

describe('from the cursor to the node', () => {
  const cases: [line: number, column: number, want: string | undefined][] = [
    [2, 1, undefined],
    [3, 3, 'near'],
    [3, 40, 'near'],
    [3, 41, undefined],
    [5, 10, 'page'],
    [6, 10, 'page.then'],
    [7, 1, 'page'],
    [8, 20, 'page.else'],
  ]
  test.each(cases)('line %i column %i', (line, column, want) => expect(nodeAt(feed, 'a.riffle', { line, column })?.name).toBe(want))
  test('another file has other nodes', () => expect(nodeAt(feed, 'b.riffle', { line: 3, column: 5 })?.name).toBe('other'))
})

describe('which pipeline', () => {
  const graphs = new Map([
    ['feed', { graph: feed }],
    ['hot', { graph: graph('hot', 'b.riffle') }],
  ])
  test('is shown: the one asked for, else one of the open file', () => {
    expect(shownOf(graphs, 'hot', 'a.riffle')?.graph.name).toBe('hot')
    expect(shownOf(graphs, 'gone', 'a.riffle')?.graph.name).toBe('feed')
    expect(shownOf(graphs, 'gone', 'c.riffle')).toBeUndefined()
  })
  test('stands where, also when it does not compile', () => {
    expect(fileOf('hot', graphs, [])).toBe('b.riffle')
    expect(fileOf('broken', graphs, [{ path: 'x.riffle', text: '\npipeline broken(q: string' }])).toBe('x.riffle')
    expect(fileOf('fresh', graphs, [{ path: 'fresh.riffle', text: '' }])).toBe('fresh.riffle')
    expect(fileOf('nobody', graphs, [])).toBeUndefined()
  })
})
