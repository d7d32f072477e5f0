import '@/theme/run.css'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Rows } from '@/components/rows'
import { StateMark } from '@/components/state-mark'
import { lookOf } from '@/components/state'
import { Table, type Column } from '@/components/table'
import { millis, plain, took } from '@/lib/format'
import { LineLink } from '@/features/why/line-link'
import { saidAnew } from '@/lib/i18n/refused'
import { place, trackEnd } from './place'
import { chainOf, clocksOf, type Span } from './spans'

interface WaterfallProps {
  spans: readonly Span[]
  tookMs: number
  deadlineMs: number
  team: string
  /** draft, or the number of the version that ran. */
  source: string
  pipeline: string
}

/** Nodes over time, with the deadline as a line. What did not run is hatched, not drawn as quick. */
export function Waterfall({ spans, tookMs, deadlineMs, team, source, pipeline }: WaterfallProps) {
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
  const end = useMemo(() => trackEnd(tookMs, deadlineMs, spans), [spans, tookMs, deadlineMs])
  const chain = useMemo(() => chainOf(spans), [spans])
  return (
    <Panel
      title={t('trace.waterfall')}
      count={spans.length}
      tools={
        <span className="legend">
          {chain.spans.length > 0 && (
            <span>
              <i className="critical" /> {t('trace.critical', { ms: plain(millis(chain.busy)), took: plain(millis(tookMs)) })}
              {chain.longest && ` · ${t('trace.longest', { node: chain.longest.name, ms: plain(millis(chain.longestMs)) })}`}
            </span>
          )}
          {spans.some((s) => HOLDS.has(s.op) && !s.skipped) && (
            <span>
              <i className="holds" /> {t('trace.holds')}
            </span>
          )}
          {spans.some((s) => s.queue_ms > 0.05) && (
            <span>
              <i className="waited" /> {t('trace.waited')}
            </span>
          )}
          {deadlineMs > 0 && (
            <span>
              <i className="deadline" /> {t(deadlineMs <= end ? 'trace.budget' : 'trace.budget.beyond', { ms: plain(millis(deadlineMs)) })}
            </span>
          )}
        </span>
      }
    >
      <Table label={t('trace.waterfall')} columns={columns}>
        <Rows items={spans} height={29} columns={columns.length}>
          {(n) => <SpanRow key={`${n.name} ${n.turn ?? ''}`} n={n} end={end} deadline={deadlineMs} team={team} source={source} pipeline={pipeline} />}
        </Rows>
      </Table>
    </Panel>
  )
}

/** Nodes whose time is that of others: they begin before what they hold and wait for, and end with it. */
const HOLDS: ReadonlySet<string> = new Set(['choose', 'if', 'loop', 'each'])

const SpanRow = memo(function SpanRow({ n, end, deadline, team, source, pipeline }: { n: Span; end: number; deadline: number; team: string; source: string; pipeline: string }) {
  const { t } = useTranslation()
  const p = place(n, end)
  const cause = n.cause && saidAnew(n.cause)
  const tip = [cause, n.queue_ms > 0.05 ? `${t('trace.waited')} ${plain(millis(n.queue_ms))}` : '', `${n.file}:${n.line}`].filter(Boolean).join(' · ')
  return (
    <tr data-node={n.name} data-critical={n.critical && p.ran} data-skipped={!p.ran}>
      <td className="mono" title={tip}>
        {n.line > 0 ? (
          <LineLink team={team} source={source} pipeline={pipeline} node={n.name} at={{ file: n.file, line: n.line }}>
            {n.name}
          </LineLink>
        ) : (
          n.name
        )}
        {n.turn && <span className="dim"> [{n.turn}]</span>}
        {n.arm && <span className="dim"> → {n.arm}</span>}
      </td>
      <td className="dim">{n.op}</td>
      <td title={cause}>
        <StateMark state={n.outcome} />
      </td>
      <td className="num dim">
        {n.in} → {n.out}
      </td>
      <td className="num">
        <Q of={took(p.ran ? n.took_ms : null)} />
        <Clocks n={n} />
      </td>
      <td className="fill">
        <span className={`span-track ${lookOf(n.outcome)?.tone ?? ''}`} title={tip}>
          {p.wait < p.left && <span className="span-wait" style={{ left: `${p.wait}%`, width: `${p.left - p.wait}%` }} />}
          <span className={`span-bar ${p.ran ? '' : 'off'} ${n.outcome === 'empty' ? 'hollow' : ''} ${HOLDS.has(n.op) ? 'holds' : ''}`} style={{ left: `${p.left}%`, width: `${p.width}%` }} />
          {deadline > 0 && deadline <= end && <span className="span-deadline" style={{ left: `${(deadline / end) * 100}%` }} />}
        </span>
      </td>
    </tr>
  )
})

/** A remote call by both clocks; slow here and quick there is named. */
function Clocks({ n }: { n: Span }) {
  const { t } = useTranslation()
  const clocks = clocksOf(n)
  if (!clocks) return null
  const facts = { here: plain(millis(clocks.here)), there: plain(millis(clocks.there)) }
  return (
    <div className={`small ${clocks.way ? 'tone-slow' : 'dim'}`} data-clocks={clocks.way ? 'way' : 'service'} title={t('trace.clocks.tip')}>
      {clocks.way && <span style={{ color: 'var(--tone)' }}>▲ </span>}
      {t(clocks.there === 0 ? 'trace.clocks.here' : clocks.way ? 'trace.clocks.way' : 'trace.clocks.both', facts)}
    </div>
  )
}
