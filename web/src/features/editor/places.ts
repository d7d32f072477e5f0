// Between the cursor and the nodes of the graph.
import type { PipelineGraph, PipelineNode } from '@/api/types'
import { comparePlaces, holds, type Place } from '@/lib/text-place'

/** The innermost node whose text holds a place. */
export function nodeAt(graph: PipelineGraph, file: string, at: Place): PipelineNode | undefined {
  let best: PipelineNode | undefined
  for (const n of graph.nodes) {
    if (n.file !== file || !holds(n, at)) continue
    // Inside of what was found so far: it begins later, or ends earlier.
    const end = (m: PipelineNode): Place => ({ line: m.end_line, column: m.end_column })
    if (!best || comparePlaces(n, best) > 0 || (comparePlaces(n, best) === 0 && comparePlaces(end(n), end(best)) < 0)) best = n
  }
  return best
}

/** The pipeline to show: the one that was asked for, or one of the file that is open. */
export function shownOf<T extends { graph: PipelineGraph }>(graphs: ReadonlyMap<string, T>, name: string, file: string | undefined): T | undefined {
  return graphs.get(name) ?? [...graphs.values()].find((g) => g.graph.file === file)
}

/** Where a pipeline is written, as far as it can be told without compiling. */
export function fileOf(name: string, graphs: ReadonlyMap<string, { graph: PipelineGraph }>, texts: readonly { path: string; text: string }[]): string | undefined {
  const compiled = graphs.get(name)?.graph.file
  if (compiled !== undefined) return compiled
  const written = texts.find((t) => t.text.includes(`pipeline ${name}(`)) ?? texts.find((t) => t.path === `${name}.riffle`)
  return written?.path
}
