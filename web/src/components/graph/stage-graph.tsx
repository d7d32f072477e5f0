import '@xyflow/react/dist/base.css'
import './graph.css'
import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shade, useSettings } from '@/lib/settings'
import { EdgeLayer, type EdgesNode } from './edge-layer'
import { NODE, type Layout } from './layout'
import { keyOf } from './marks'
import { layOut } from './nest'
import { topologyOf, type Stages } from './model'
import { neighbour, type Way } from './neighbour'
import { FIT, opening } from './opening'
import { BodyFrame, LaneBand, type FrameNode, type LaneNode } from './bands'
import { NodeCard, type CardNode } from './node-card'
import { Pace } from './pace'
import { GraphContext, Selection, SmallContext, type GraphHands } from './selection'

export interface StageGraphProps {
  /** Names the picture: another name is another picture, fitted anew. */
  name: string
  graph: Stages
  selected?: string | undefined
  onSelect(name: string): void
  liveKey?: ((name: string) => string) | undefined
  /** The picture is of an older text. */
  old?: boolean
}

const nodeTypes = { card: NodeCard, edges: EdgeLayer, frame: BodyFrame, lane: LaneBand }
const noEdges: never[] = []
const WAYS: Record<string, Way> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }
/** Behind the edges: bands and frames, those within a frame above it. */
const FRAMES = 1000
/** Below this zoom a node shows its name and glyph only. */
const SMALL = 0.66

/** The picture of a pipeline: lanes of stages, live numbers through the store, no movement but by hand. */
export function StageGraph(props: StageGraphProps) {
  return (
    <ReactFlowProvider key={props.name}>
      <Picture {...props} />
    </ReactFlowProvider>
  )
}

function flowOf(layout: Layout) {
  const fixed = { draggable: false, selectable: false, focusable: false, connectable: false }
  const lanes = layout.lanes.map(
    (lane, i): LaneNode => ({
      ...fixed,
      id: `lane ${i}`,
      type: 'lane',
      position: { x: lane.x, y: lane.y },
      width: lane.width,
      height: lane.height,
      zIndex: lane.depth - FRAMES,
      data: { lane },
    }),
  )
  const frames = layout.placed
    .filter((p) => p.height > NODE.height)
    .map(
      (p): FrameNode => ({
        ...fixed,
        id: `frame ${p.node.name}`,
        type: 'frame',
        position: { x: p.x, y: p.y },
        width: p.width,
        height: p.height,
        zIndex: (layout.lanes[p.lane]?.depth ?? 0) - FRAMES,
        data: { node: p.node },
      }),
    )
  // The edges are drawn by us: their ways are part of the layout, and one picture of them costs less than a thousand parts.
  const edges: EdgesNode = { ...fixed, id: 'edges', type: 'edges', position: { x: 0, y: 0 }, width: layout.width, height: layout.height, zIndex: -1, data: { layout } }
  const cards = layout.placed.map(
    (p): CardNode => ({ ...fixed, id: `node ${p.node.name}`, type: 'card', position: { x: p.x, y: p.y }, ...NODE, data: { node: p.node }, style: { pointerEvents: 'all' } }),
  )
  return [...lanes, ...frames, edges, ...cards]
}

function Picture({ name, graph, selected, onSelect, liveKey, old = false }: StageGraphProps) {
  const { t } = useTranslation()
  const { theme } = useSettings()
  const flow = useReactFlow()
  const box = useRef<HTMLDivElement>(null)
  const small = useStore((s) => s.transform[2] < SMALL)

  // Numbers and words of a node change without its place: the layout hangs on the topology alone.
  const topology = topologyOf(graph)
  const layout = useMemo(() => layOut(graph), [topology]) // eslint-disable-line react-hooks/exhaustive-deps
  const byName = useMemo(() => new Map(graph.nodes.map((n) => [n.name, n])), [graph])
  const nodes = useMemo(() => flowOf({ ...layout, placed: layout.placed.map((p) => ({ ...p, node: byName.get(p.node.name) ?? p.node })) }), [layout, byName])
  const marks = useMemo(() => keyOf(graph.nodes), [graph])
  const selection = useMemo(() => new Selection(), [])
  const pace = useMemo(() => new Pace(), [])
  useEffect(() => selection.set(graph, selected), [selection, graph, selected])

  const hands = useMemo<GraphHands>(
    () => ({
      selection,
      pace,
      select: onSelect,
      liveKey,
      key(from, key) {
        const way = WAYS[key]
        if (!way) return false
        const to = neighbour(layout, from, way)
        if (to !== from) {
          onSelect(to)
          box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to)}"]`)?.focus({ preventScroll: true })
        }
        return true
      },
    }),
    [selection, pace, onSelect, liveKey, layout],
  )

  // Its size is known before anything is painted, so that the picture never jumps to its first view.
  const [first, setFirst] = useState<Viewport>()
  useLayoutEffect(() => {
    if (box.current) setFirst(opening(layout, box.current.getBoundingClientRect(), selected))
  }, []) // eslint-disable-line react-hooks/exhaustive-deps

  // A selection made elsewhere may lie outside of what is seen; one inside moves nothing.
  useEffect(() => {
    const p = layout.placed.find((c) => c.node.name === selected)
    const size = box.current?.getBoundingClientRect()
    if (!p || !size || !flow.viewportInitialized) return
    const { x, y, zoom } = flow.getViewport()
    const left = p.x * zoom + x
    const top = p.y * zoom + y
    const inside = left >= 0 && top >= 0 && left + NODE.width * zoom <= size.width && top + NODE.height * zoom <= size.height
    if (!inside) void flow.setCenter(p.x + NODE.width / 2, p.y + NODE.height / 2, { zoom })
  }, [selected, layout, flow])

  return (
    <GraphContext value={hands}>
      <div
        ref={box}
        className="stage-graph"
        data-small={small}
        data-old={old}
        role="group"
        aria-label={t('graph.label', { name })}
        onKeyDown={(e) => e.key === 'f' && !e.ctrlKey && !e.metaKey && !e.altKey && void flow.fitView(FIT)}
      >
        {first && (
          <SmallContext value={small}>
            <ReactFlow
              nodes={nodes}
              edges={noEdges}
              nodeTypes={nodeTypes}
              colorMode={shade(theme)}
              defaultViewport={first}
              minZoom={0.1}
              maxZoom={2}
              nodesDraggable={false}
              nodesConnectable={false}
              nodesFocusable={false}
              edgesFocusable={false}
              elementsSelectable={false}
              zoomOnDoubleClick={false}
              disableKeyboardA11y
              attributionPosition="bottom-left"
            />
          </SmallContext>
        )}
        {marks.length > 0 && (
          <ul className="graph-key" aria-label={t('graph.key')}>
            {marks.map((m) => (
              <li key={m.word}>
                <span aria-hidden="true">{m.glyph}</span> {t(m.word)}
              </li>
            ))}
          </ul>
        )}
        <div className="graph-tools">
          <button type="button" className="button quiet" aria-label={t('graph.out')} title={t('graph.out')} onClick={() => void flow.zoomOut()}>
            −
          </button>
          <button type="button" className="button quiet" aria-label={t('graph.in')} title={t('graph.in')} onClick={() => void flow.zoomIn()}>
            +
          </button>
          <button type="button" className="button quiet" title={t('graph.fit.tip')} onClick={() => void flow.fitView(FIT)}>
            {t('graph.fit')}
          </button>
        </div>
      </div>
    </GraphContext>
  )
}
