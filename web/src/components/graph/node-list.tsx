import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { measured } from '@/api/live/scene'
import { useLive } from '@/api/live/store'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { Table, type Column } from '@/components/table'
import { millis, NONE, rate } from '@/lib/format'
import { layOut } from './nest'
import { marksOf } from './marks'
import type { Stages } from './model'
import { stateOf, type NodeNumbers } from './node-state'
import { stageName } from './stage-name'

interface NodeListProps {
  name: string
  graph: Stages
  selected?: string | undefined
  onSelect(name: string): void
  liveKey?: ((name: string) => string) | undefined
}

/** The picture as a table: the same nodes in the same order, for a screen reader, the keyboard, or a search in the page. */
export function NodeList({ name, graph, selected, onSelect, liveKey }: NodeListProps) {
  const { t } = useTranslation()
  const live = liveKey !== undefined
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('graph.node') },
      ...(live ? [{ name: t('graph.state') }, { name: t('graph.rate'), num: true }, { name: 'p99', num: true }] : []),
      { name: t('graph.stage') },
      { name: t('graph.op') },
      { name: t('graph.reads') },
    ],
    [t, live],
  )
  const rows = useMemo(() => layOut(graph).placed.map((p) => p.node), [graph])
  return (
    <Table label={t('graph.label', { name })} columns={columns}>
      {rows.map((n) => (
        <tr key={n.name} data-row={n.name} aria-selected={n.name === selected}>
          <td>
            <button type="button" className="link-button" aria-pressed={n.name === selected} onClick={() => onSelect(n.name)}>
              {n.name}
            </button>
            {marksOf(n).map((m) => (
              <span key={m.word} className="dim">
                {' '}
                <span aria-hidden="true">{m.glyph}</span> {t(m.word)}
              </span>
            ))}
          </td>
          {liveKey && (measured(n) ? <LiveCells liveKey={liveKey(n.name)} /> : <NoCells />)}
          <td className="dim">
            {stageName(t, n.stage)}
            {n.within && ` · ${t('graph.within', { name: n.within })}`}
          </td>
          <td>
            <code>{n.op}</code> {n.resource}
          </td>
          <td className="dim">
            {[n.inputs.join(', '), n.fallback && t('graph.fallback', { name: n.fallback })].filter(Boolean).join(' · ')}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Of a node that has no numbers. */
function NoCells() {
  return (
    <>
      <td className="dim">{NONE}</td>
      <td className="num dim">{NONE}</td>
      <td className="num dim">{NONE}</td>
    </>
  )
}

function LiveCells({ liveKey }: { liveKey: string }) {
  const now = useLive<NodeNumbers>(liveKey)
  return (
    <>
      <td>
        <StateMark state={stateOf(now)} />
      </td>
      <td className="num">
        <Q live of={rate(now?.qps)} />
      </td>
      <td className="num">
        <Q live of={millis(now && now.n > 0 ? now.p99_ms : null)} />
      </td>
    </>
  )
}

