import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '@/api/live'
import { sceneKeys, type NodeView } from '@/api/live/scene'
import { NEAR, proven } from '@/components/graph/node-state'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { BoneRows, Table, type Column } from '@/components/table'
import { lookOf } from '@/components/state'
import { millis, rate } from '@/lib/format'

const OUTCOMES = ['ok', 'empty', 'timeout', 'error', 'fallback', 'degraded', 'skipped'] as const

/** What each node of the scene's pipeline does, outcomes a second. */
export function NodeTable({ team, scene }: { team: string; scene: string }) {
  const { t } = useTranslation()
  const names = useLive<string[]>(sceneKeys.nodes(team, scene))
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('node.name') },
      { name: t('node.op') },
      ...OUTCOMES.map((o) => ({ name: t(`outcome.${o}`), num: true, title: t('node.persecond') })),
      { name: 'p50', num: true },
      { name: 'p99', num: true },
    ],
    [t],
  )
  return (
    <Panel title={t('node.title')} count={names?.length}>
      {names?.length === 0 ? (
        <EmptyNote title={t('node.none')} />
      ) : (
        <Table label={t('node.title')} columns={columns}>
          {!names && <BoneRows rows={6} columns={columns} />}
          {names?.map((n) => (
            <NodeRow key={n} team={team} scene={scene} node={n} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** What is bad, and the share that must be proven before it is marked: what is switched off needs no proof. */
const BAD: Partial<Record<(typeof OUTCOMES)[number], number>> = { timeout: NEAR, error: NEAR, fallback: NEAR, degraded: 0 }

const NodeRow = memo(function NodeRow({ team, scene, node }: { team: string; scene: string; node: string }) {
  const n = useLive<NodeView>(sceneKeys.node(team, scene, node))
  if (!n) return null
  const off = (n.outcomes.degraded ?? 0) > 0
  return (
    <tr className={off ? 'tone-degraded' : undefined} data-trouble={off} data-node={n.name}>
      <td>
        <span className="mono">{n.name}</span>
      </td>
      <td className="dim">{n.op}</td>
      {OUTCOMES.map((o) => {
        const value = n.outcomes[o] ?? 0
        const look = lookOf(o)
        const least = BAD[o]
        const bad = value > 0 && least !== undefined && (least === 0 || proven(n, o) > least)
        return (
          <td key={o} className={`num ${bad ? (look?.tone ?? '') : ''}`}>
            {bad && (
              <span style={{ color: 'var(--tone)' }} aria-hidden="true">
                {look?.glyph}{' '}
              </span>
            )}
            {value > 0 ? <Q live of={rate(value)} /> : <span className="dim">0</span>}
          </td>
        )
      })}
      <td className="num">
        <Q live of={millis(n.n > 0 ? n.p50_ms : null)} />
      </td>
      <td className="num">
        <Q live of={millis(n.n > 0 ? n.p99_ms : null)} />
      </td>
    </tr>
  )
})
