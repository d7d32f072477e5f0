import { Handle, Position, type Node, type NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '@/api/live/store'
import { Q } from '@/components/q'
import { lookOf } from '@/components/state'
import { millis, rate } from '@/lib/format'
import type { Lane } from './layout'
import type { StageNode } from './model'
import { stateOf, type NodeNumbers } from './node-state'
import { useHands, useSelected } from './selection'
import { StageGlyph } from './stage-glyph'

export type CardNode = Node<{ node: StageNode }, 'card'>
export type LaneNode = Node<{ lane: Lane }, 'lane'>

/** One node: it renders again when its own numbers or its selection change, and for nothing else. */
export const NodeCard = memo(function NodeCard({ data: { node } }: NodeProps<CardNode>) {
  const { t } = useTranslation()
  const hands = useHands()
  const { selected, entry } = useSelected(node.name)
  const live = hands.liveKey !== undefined
  const now = useLive<NodeNumbers>(hands.liveKey?.(node.name) ?? '')
  const state = stateOf(now)
  const look = live ? lookOf(state) : undefined
  const word = look ? t(look.word) : ''
  return (
    <div className={`gnode ${look?.tone ?? ''}`} data-state={live ? state : undefined} data-selected={selected}>
      <Handle id="left" type="target" position={Position.Left} isConnectable={false} />
      <Handle id="top" type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className="nodrag"
        data-node={node.name}
        tabIndex={entry ? 0 : -1}
        aria-pressed={selected}
        title={[`${node.name} = ${node.op}(…)`, node.resource, word].filter(Boolean).join('\n')}
        onClick={() => hands.select(node.name)}
        onKeyDown={(e) => hands.key(node.name, e.key) && e.preventDefault()}
      >
        <span className="gnode-glyph" aria-hidden="true">
          {look ? look.glyph : <StageGlyph stage={node.stage} />}
        </span>
        <span className="gnode-name">{node.name}</span>
        {live && (
          <span className="hidden-label">
            {node.op} {word}
          </span>
        )}
        <span className="gnode-sub">
          {!live && node.op + (node.resource ? ` ${node.resource}` : '')}
          {live && now && now.n > 0 && (
            <>
              <Q live of={rate(now.qps)} /> p99 <Q live of={millis(now.p99_ms)} />
            </>
          )}
          {live && (!now || now.n === 0) && t('graph.notraffic')}
        </span>
        {(node.optional || node.lazy) && (
          <span className="gnode-flag" aria-hidden="true">
            {node.lazy ? '↺' : '?'}
          </span>
        )}
      </button>
      <Handle id="right" type="source" position={Position.Right} isConnectable={false} />
      <Handle id="bottom" type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
})

/** The band behind the nodes of a stage, with its name. */
export const LaneBand = memo(function LaneBand({ data: { lane } }: NodeProps<LaneNode>) {
  return (
    <div className="glane" aria-hidden="true">
      <span>
        {lane.stage} <i>{lane.count}</i>
      </span>
    </div>
  )
})
