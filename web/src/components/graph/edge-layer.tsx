import type { Node, NodeProps } from '@xyflow/react'
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Layout, Route } from './layout'
import { headsOf, linesOf } from './outline'
import { useHands } from './selection'

export type EdgesNode = Node<{ layout: Layout }, 'edges'>

/** All edges of the picture, behind the cards; those of the selected node once more on top, marked. */
export const EdgeLayer = memo(function EdgeLayer({ data: { layout } }: NodeProps<EdgesNode>) {
  const { selection } = useHands()
  const read = useCallback(() => selection.selected, [selection])
  const selected = useSyncExternalStore(selection.subscribe, read)
  const near = useMemo(() => layout.edges.filter((e) => e.from === selected || e.to === selected), [layout, selected])
  return (
    <svg className="gedges" width={layout.width} height={layout.height} aria-hidden="true" data-edges={layout.edges.length}>
      <Outlines routes={layout.edges} />
      <g className="near">
        <Outlines routes={near} />
      </g>
    </svg>
  )
})

const Outlines = memo(function Outlines({ routes }: { routes: readonly Route[] }) {
  const paths = useMemo(() => {
    const of = (kind: Route['kind']) => routes.filter((r) => r.kind === kind)
    return { input: linesOf(of('input')), fallback: linesOf(of('fallback')), heads: headsOf(routes) }
  }, [routes])
  return (
    <>
      <path className="lines" d={paths.input} />
      <path className="lines fallback" d={paths.fallback} />
      <path className="heads" d={paths.heads} />
    </>
  )
})
