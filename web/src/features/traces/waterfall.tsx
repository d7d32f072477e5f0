import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trace, TraceNode } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { lookOf } from '@/components/state'
import { Table, type Column } from '@/components/table'
import { millis, plain } from '@/lib/format'
import { place, trackEnd } from './place'

/** Nodes over time, with the deadline as a line. What did not run is hatched, not drawn as quick. */
export function Waterfall({ trace }: { trace: Trace }) {
  const { t } = useTranslation()
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('trace.node') },
      { name: t('node.op') },
      { name: t('trace.outcome') },
      { name: t('trace.rows'), num: true, title: t('trace.rows.tip') },
      { name: t('trace.time'), num: true },
      { name: t('trace.waterfall') },
    ],
    [t],
  )
  const end = trackEnd(trace.took_ms, trace.deadline_ms, trace.nodes)
  return (
    <Panel
      title={t('trace.waterfall')}
      count={trace.nodes.length}
      tools={
        trace.deadline_ms > 0 && (
          <span className="legend">
            <span>
              <i className="deadline" /> {t(trace.deadline_ms <= end ? 'trace.budget' : 'trace.budget.beyond', { ms: plain(millis(trace.deadline_ms)) })}
            </span>
          </span>
        )
      }
    >
      <Table label={t('trace.waterfall')} columns={columns}>
        {trace.nodes.map((n) => (
          <SpanRow key={n.name} n={n} end={end} deadline={trace.deadline_ms} />
        ))}
      </Table>
    </Panel>
  )
}

function SpanRow({ n, end, deadline }: { n: TraceNode; end: number; deadline: number }) {
  const p = place(n, end)
  return (
    <tr data-node={n.name}>
      <td className="mono" title={`${n.file}:${n.line}`}>
        {n.name}
      </td>
      <td className="dim">{n.op}</td>
      <td title={n.cause}>
        <StateMark state={n.outcome} />
      </td>
      <td className="num dim">
        {n.in} → {n.out}
      </td>
      <td className="num">
        <Q of={millis(p.ran ? n.took_ms : null)} />
      </td>
      <td className="fill">
        <span className={`span-track ${lookOf(n.outcome)?.tone ?? ''}`}>
          <span className={`span-bar ${p.ran ? '' : 'off'} ${n.outcome === 'empty' ? 'hollow' : ''}`} style={{ left: `${p.left}%`, width: `${p.width}%` }} />
          {deadline > 0 && deadline <= end && <span className="span-deadline" style={{ left: `${(deadline / end) * 100}%` }} />}
        </span>
      </td>
    </tr>
  )
}
