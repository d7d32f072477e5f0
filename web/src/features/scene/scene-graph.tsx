import { Fragment, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '@/api/live'
import { measured, sceneKeys, type NodeView } from '@/api/live/scene'
import type { GraphNode } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { marksOf } from '@/components/graph/marks'
import { NodeList } from '@/components/graph/node-list'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { count, millis, percent, rate } from '@/lib/format'
import { later } from '@/lib/later'
import { useNarrow } from '@/lib/narrow'

const StageGraph = later(() => import('@/components/graph/stage-graph').then((m) => ({ default: m.StageGraph })))

interface SceneGraphProps {
  team: string
  scene: string
  node: string | undefined
  select: (node: string | undefined) => void
}

/** The scene's pipeline with what each node does now, as a picture or as a list. */
export function SceneGraph({ team, scene, node, select }: SceneGraphProps) {
  const { t } = useTranslation()
  const nodes = useLive<GraphNode[]>(sceneKeys.graph(team, scene))
  // A narrow screen shows the list first: the picture would be specks.
  const narrow = useNarrow()
  const [wanted, setList] = useState<boolean>()
  const list = wanted ?? narrow
  const graph = useMemo(() => ({ nodes: nodes ?? [] }), [nodes])
  const liveKey = useCallback((name: string) => sceneKeys.node(team, scene, name), [team, scene])
  const chosen = nodes?.find((n) => n.name === node)
  return (
    <div className="scene-graph">
      <Panel
        title={t('scene.graph')}
        untitled
        count={nodes && t('scene.graph.n', { n: nodes.filter((n) => n.op !== 'input').length })}
        tools={
          <span className="segments" role="group" aria-label={t('scene.graph.view')}>
            <button type="button" aria-pressed={!list} onClick={() => setList(false)}>
              {t('scene.graph.picture')}
            </button>
            <button type="button" aria-pressed={list} onClick={() => setList(true)}>
              {t('scene.graph.list')}
            </button>
          </span>
        }
      >
        {nodes?.length === 0 ? (
          <EmptyNote title={t('node.none')} />
        ) : list ? (
          <NodeList name={scene} graph={graph} selected={node} onSelect={select} liveKey={liveKey} />
        ) : (
          <div className="graph-box">
            {nodes && (
              <Suspense>
                <StageGraph name={`${team}/${scene}`} graph={graph} selected={node} onSelect={select} liveKey={liveKey} />
              </Suspense>
            )}
          </div>
        )}
      </Panel>
      {chosen && <NodePanel team={team} scene={scene} node={chosen} close={() => select(undefined)} />}
    </div>
  )
}

const OUTCOMES = ['ok', 'empty', 'timeout', 'error', 'fallback', 'degraded', 'skipped'] as const

function NodePanel({ team, scene, node, close }: { team: string; scene: string; node: GraphNode; close: () => void }) {
  const { t } = useTranslation()
  const now = useLive<NodeView>(sceneKeys.node(team, scene, node.name))
  const all = now ? Object.values(now.outcomes).reduce((sum, v) => sum + v, 0) : 0
  return (
    <Panel
      title={node.name}
      tools={
        <button className="button quiet" onClick={close} aria-label={t('action.close')}>
          ✕
        </button>
      }
    >
      <dl className="facts body" data-node-panel={node.name}>
        <dt>{t('node.op')}</dt>
        <dd className="mono">
          {node.op} {node.resource}
        </dd>
        <dt>{t('node.reads')}</dt>
        <dd className="mono">{node.inputs.join(', ') || '–'}</dd>
        {node.fallback && (
          <>
            <dt>{t('node.fallback')}</dt>
            <dd className="mono">{node.fallback}</dd>
          </>
        )}
        {marksOf(node).map((m) => (
          <Fragment key={m.word}>
            <dt>{m.glyph}</dt>
            <dd>{t(m.word)}</dd>
          </Fragment>
        ))}
        <dt>{t('node.where')}</dt>
        <dd className="mono">
          {node.file}:{node.line}
        </dd>
        {measured(node) && (
          <>
            <dt>{t('scene.qps')}</dt>
            <dd>
              <Q live of={rate(now?.qps)} />
            </dd>
            <dt>p50 / p99</dt>
            <dd>
              <Q live of={millis(now && now.n > 0 ? now.p50_ms : null)} /> / <Q live of={millis(now && now.n > 0 ? now.p99_ms : null)} />
            </dd>
            <dt>{t('node.calls')}</dt>
            <dd>{now && now.n > 0 ? <Q live of={count(now.n)} /> : <span className="dim">{t('scene.quiet')}</span>}</dd>
          </>
        )}
      </dl>
      {now && all > 0 && (
        <dl className="facts body outcomes">
          {OUTCOMES.filter((o) => (now.outcomes[o] ?? 0) > 0).map((o) => (
            <div key={o} className="pair">
              <dt>
                <StateMark state={o} />
              </dt>
              <dd>
                <Q live of={rate(now.outcomes[o])} /> <span className="dim">·</span> <Q live of={percent((now.outcomes[o] ?? 0) / all)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
