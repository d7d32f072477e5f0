import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useComparison, useRuns } from '@/api/runs'
import type { ItemMove, NodeShift, RunComparison } from '@/api/types'
import { ComparePicker } from '@/components/compare-picker'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { number } from '@/features/run/cell'
import { changedItems, climb, notable, shiftMs, signed } from '@/features/run/compare'
import { Requests } from '@/features/run/request-table'
import { sourceWord } from '@/features/run/run-view'
import { millis, NONE } from '@/lib/format'
import { compareSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/runs/compare')

/** Two runs side by side: what moved, entered and left, and where the time went. */
export default function ComparePage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Record<string, unknown>) => void navigate({ search: compareSearch({ ...search, ...change }), replace: true })
  const query = useComparison(team, search.a ?? '', search.b ?? '')
  const runs = useRuns(team, {}, 50)
  const choices = (runs.data?.items ?? []).map((r) => ({
    id: r.id,
    name: `${r.scene ?? r.pipeline} · ${sourceWord(r.source, t('run.draft'))} · ${r.id.slice(0, 8)}${r.asked ? ` · ${r.asked.slice(0, 60)}` : ''}`,
  }))
  return (
    <Page
      title={t('compare.title')}
      team={team}
      crumbs={[{ name: t('nav.run'), to: `/t/${team}/run` }]}
      head={<ComparePicker a={search.a} b={search.b} of={choices} label={(side) => t('compare.run', { side })} set={set} />}
    >
      {search.a && search.b ? (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(c) => (
            <>
              <Heads team={team} c={c} />
              <Requests team={team} a={c.a.id} b={c.b.id} />
              <Items c={c} all={search.all === true} setAll={(all) => set({ all: all ? true : undefined })} />
              <Nodes nodes={c.nodes} />
            </>
          )}
        </Loaded>
      ) : (
        <section className="panel">
          <EmptyNote title={t('compare.none')}>{t('compare.none.hint')}</EmptyNote>
        </section>
      )}
    </Page>
  )
}

function Heads({ team, c }: { team: string; c: RunComparison }) {
  const { t } = useTranslation()
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('run.title') },
      { name: t('run.target') },
      { name: t('run.source') },
      { name: t('trace.outcome') },
      { name: t('trace.time'), num: true },
      { name: t('trace.items'), num: true },
      { name: t('run.off'), num: true },
      { name: t('run.by') },
      { name: t('trace.at') },
    ],
    [t],
  )
  return (
    <section className="panel">
      <Table label={t('compare.title')} columns={columns}>
        {(['a', 'b'] as const).map((side) => (
          <tr key={side}>
            <td>
              <strong>{side.toUpperCase()}</strong>{' '}
              <Link className="mono" to="/t/$team/runs/$id" params={{ team, id: c[side].id }}>
                {c[side].id.slice(0, 8)}
              </Link>
            </td>
            <td>{c[side].scene ?? c[side].pipeline}</td>
            <td>{sourceWord(c[side].source, t('run.draft'))}</td>
            <td>
              <StateMark state={c[side].outcome} />
            </td>
            <td className="num">
              <Q of={millis(c[side].took_ms)} />
            </td>
            <td className="num">{c[side].count}</td>
            <td className="num">{c[side].level}</td>
            <td className="dim">{c[side].by}</td>
            <td className="dim">
              <When at={c[side].at} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

const MARK = { same: '=', moved: '↕', entered: '+', left: '−' } as const

function Items({ c, all, setAll }: { c: RunComparison; all: boolean; setAll: (all: boolean) => void }) {
  const { t } = useTranslation()
  const changed = changedItems(c.items)
  const shown = all ? c.items : changed
  const several = new Set(c.items.map((m) => m.resource)).size > 1
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('compare.change') },
      { name: t('run.key') },
      ...(several ? [{ name: t('resource.name') }] : []),
      { name: t('compare.rank', { side: 'A' }), num: true },
      { name: t('compare.rank', { side: 'B' }), num: true },
      { name: t('compare.climb'), num: true },
      { name: t('compare.score', { side: 'A' }), num: true },
      { name: t('compare.score', { side: 'B' }), num: true },
    ],
    [t, several],
  )
  return (
    <Panel
      title={t('trace.items')}
      count={t('compare.counts', { moved: c.moved, entered: c.entered, left: c.left })}
      tools={
        <label className="row-of small">
          <input type="checkbox" checked={all} onChange={(e) => setAll(e.target.checked)} /> {t('compare.all')}
        </label>
      }
    >
      {shown.length === 0 ? (
        <EmptyNote title={c.items.length === 0 ? t('run.noitems') : t('compare.identical')} />
      ) : (
        <Table label={t('trace.items')} columns={columns}>
          {shown.map((m) => (
            <MoveRow key={`${m.resource}/${m.key}`} m={m} several={several} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function MoveRow({ m, several }: { m: ItemMove; several: boolean }) {
  const { t } = useTranslation()
  const by = climb(m)
  return (
    <tr data-change={m.change}>
      <td>
        <span aria-hidden="true" className="mono">
          {MARK[m.change]}
        </span>{' '}
        {t(`compare.${m.change}`)}
      </td>
      <td className="mono">{m.key}</td>
      {several && <td className="dim">{m.resource}</td>}
      <td className="num">{m.rank_a || NONE}</td>
      <td className="num">{m.rank_b || NONE}</td>
      <td className="num">{by === null || by === 0 ? <span className="dim">{NONE}</span> : `${by > 0 ? '▲' : '▼'} ${Math.abs(by)}`}</td>
      <td className="num dim">{m.score_a === null ? NONE : number(m.score_a)}</td>
      <td className="num dim">{m.score_b === null ? NONE : number(m.score_b)}</td>
    </tr>
  )
}

function Nodes({ nodes }: { nodes: readonly NodeShift[] }) {
  const { t } = useTranslation()
  const longest = nodes.reduce((max, n) => Math.max(max, n.took_a_ms, n.took_b_ms), 0.001)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('trace.node') },
      { name: t('node.op') },
      { name: t('compare.outcome', { side: 'A' }) },
      { name: t('compare.outcome', { side: 'B' }) },
      { name: t('compare.time', { side: 'A' }), num: true },
      { name: t('compare.time', { side: 'B' }), num: true },
      { name: t('compare.shift'), num: true },
      { name: t('compare.out'), num: true, title: 'A → B' },
      { name: t('compare.bars') },
    ],
    [t],
  )
  return (
    <Panel title={t('node.title')} count={nodes.length}>
      <Table label={t('node.title')} columns={columns}>
        {nodes.map((n) => {
          const ms = shiftMs(n)
          return (
            <tr key={n.name} data-node={n.name} className={notable(n) ? undefined : 'dim'}>
              <td className="mono">{n.name}</td>
              <td className="dim">{n.op}</td>
              <td>{n.outcome_a ? <StateMark state={n.outcome_a} /> : NONE}</td>
              <td>{n.outcome_b ? <StateMark state={n.outcome_b} /> : NONE}</td>
              <td className="num">
                <Q of={millis(n.outcome_a ? n.took_a_ms : null)} />
              </td>
              <td className="num">
                <Q of={millis(n.outcome_b ? n.took_b_ms : null)} />
              </td>
              <td className="num">{ms === null ? NONE : `${signed(ms, 1)} ms`}</td>
              <td className="num">{n.out_a === n.out_b ? n.out_b : `${n.out_a} → ${n.out_b}`}</td>
              <td className="fill">
                <span className="pair-track">
                  <span className="pair-a" style={{ width: `${(n.took_a_ms / longest) * 100}%` }} />
                  <span className="pair-b" style={{ width: `${(n.took_b_ms / longest) * 100}%` }} />
                </span>
              </td>
            </tr>
          )
        })}
      </Table>
    </Panel>
  )
}
