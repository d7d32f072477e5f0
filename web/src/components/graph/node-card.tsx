import type { Node, NodeProps } from '@xyflow/react'
import { memo, use, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { measured } from '@/api/live/scene'
import { live } from '@/api/live/store'
import { lookOf } from '@/components/state'
import { millis, plain, rate } from '@/lib/format'
import { marksOf } from './marks'
import { shortName, type StageNode } from './model'
import { stateOf, type NodeNumbers } from './node-state'
import { SmallContext, useHands, useSelected } from './selection'
import { StageGlyph } from './stage-glyph'

export type CardNode = Node<{ node: StageNode }, 'card'>

/** What a node shows of its numbers: the component renders again when that changes, not when they do. */
function useShown<T extends string>(key: string, read: (now: NodeNumbers | undefined) => T): T {
  const subscribe = useCallback((l: () => void) => live.subscribe(key, l), [key])
  return useSyncExternalStore(subscribe, () => read(live.get<NodeNumbers>(key)))
}

/** One node. Ten changes a second of its numbers are one text that is written ten times. */
export const NodeCard = memo(function NodeCard({ data: { node } }: NodeProps<CardNode>) {
  const { liveKey } = useHands()
  return liveKey && measured(node) ? <LiveCard node={node} liveKey={liveKey(node.name)} /> : <Card node={node} sub={node.op + (node.resource ? ` ${node.resource}` : '')} />
})

function LiveCard({ node, liveKey }: { node: StageNode; liveKey: string }) {
  const state = useShown(liveKey, stateOf)
  const small = use(SmallContext)
  return <Card node={node} state={state} sub={small ? null : <LiveLine liveKey={liveKey} />} />
}

const numbers = (now: NodeNumbers | undefined) => (now && now.n > 0 ? `${plain(rate(now.qps))} p99 ${plain(millis(now.p99_ms))}` : '')

/** The figures of a node. They are written into the page past React: sixty texts that change ten times a second need no rendering. */
function LiveLine({ liveKey }: { liveKey: string }) {
  const { t } = useTranslation()
  const { pace } = useHands()
  const place = useRef<HTMLSpanElement>(null)
  const quiet = t('graph.notraffic')
  useLayoutEffect(() => {
    const text = place.current?.appendChild(document.createTextNode(''))
    if (!text) return
    const write = () => {
      const next = numbers(live.get<NodeNumbers>(liveKey)) || quiet
      if (text.data !== next) text.data = next
    }
    write()
    const stop = live.subscribe(liveKey, () => pace.ask(write))
    return () => {
      stop()
      pace.forget(write)
      text.remove()
    }
  }, [liveKey, quiet, pace])
  return <span ref={place} />
}

function Card({ node, state, sub }: { node: StageNode; state?: string; sub: React.ReactNode }) {
  const { t } = useTranslation()
  const hands = useHands()
  const { selected, entry } = useSelected(node.name)
  const look = state === undefined ? undefined : lookOf(state)
  const word = look ? t(look.word) : ''
  return (
    <div className={`gnode ${look?.tone ?? ''}`} data-state={state} data-selected={selected}>
      <button
        type="button"
        className="nodrag"
        data-node={node.name}
        tabIndex={entry ? 0 : -1}
        aria-pressed={selected}
        title={[`${node.name} = ${node.op}(…)`, node.resource, ...marksOf(node).map((m) => t(m.word)), node.fallback && t('graph.fallback', { name: node.fallback }), word].filter(Boolean).join('\n')}
        onClick={() => hands.select(node.name)}
        onKeyDown={(e) => hands.key(node.name, e.key) && e.preventDefault()}
      >
        <span className="gnode-glyph" aria-hidden="true">
          {look ? look.glyph : <StageGlyph stage={node.stage} />}
        </span>
        <span className="gnode-name">{shortName(node)}</span>
        {look && (
          <span className="hidden-label">
            {node.op} {word}
          </span>
        )}
        <span className={look ? 'gnode-sub live' : 'gnode-sub'}>{sub}</span>
        {marksOf(node).length > 0 && (
          <span className="gnode-flag">
            <span aria-hidden="true">{marksOf(node).map((m) => m.glyph)}</span>
            <span className="hidden-label">
              {marksOf(node)
                .map((m) => t(m.word))
                .join(', ')}
            </span>
          </span>
        )}
      </button>
    </div>
  )
}
