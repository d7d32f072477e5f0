import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lane } from './layout'
import type { StageNode } from './model'
import { stageName } from './stage-name'

export type LaneNode = Node<{ lane: Lane }, 'lane'>
export type FrameNode = Node<{ node: StageNode }, 'frame'>

/** The band behind the nodes of a stage, with its name. */
export const LaneBand = memo(function LaneBand({ data: { lane } }: NodeProps<LaneNode>) {
  const { t } = useTranslation()
  return (
    <div className="glane" aria-hidden="true">
      <span>
        {stageName(t, lane.stage)} <i>{lane.count}</i>
      </span>
    </div>
  )
})

/** The frame around a node and its body, with how often the body runs. */
export const BodyFrame = memo(function BodyFrame({ data: { node } }: NodeProps<FrameNode>) {
  const { t } = useTranslation()
  return (
    <div className="gframe" aria-hidden="true">
      <span>{t(node.op === 'each' ? 'graph.each' : 'graph.turns')}</span>
    </div>
  )
})
