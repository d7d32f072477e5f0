import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { useTraces } from '@/api/traces'
import type { TraceSummary } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { BoneRows, Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { keptWord } from '@/features/traces/kept'
import { millis, NONE } from '@/lib/format'
import { opensLink } from '@/lib/row-link'
import { KEPT, tracesSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/traces')
const THRESHOLDS = [10, 20, 50, 100, 200, 500]

/** Kept requests, newest first; the filter stands in the address. */
export default function TracesPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const scenes = useLive<string[]>(keys.scenes(team)) ?? []
  const set = (change: Record<string, unknown>) => void navigate({ search: tracesSearch({ ...search, ...change }), replace: true })
  const query = useTraces(team, { scene: search.scene, minMs: search.min ? parseInt(search.min, 10) : undefined, only: search.only, kept: search.kept })
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('trace.at') },
      { name: t('trace.scene') },
      { name: t('trace.outcome') },
      { name: t('trace.time'), num: true },
      { name: t('trace.items'), num: true },
      { name: t('trace.level'), num: true },
      { name: t('trace.tier') },
      { name: t('trace.kept') },
      { name: t('trace.id') },
    ],
    [t],
  )
  const table = (rows: ReactNode) => (
    <Table label={t('nav.traces')} columns={columns}>
      {rows}
    </Table>
  )
  const filtered = Object.keys(search).length > 0
  return (
    <Page
      title={t('nav.traces')}
      team={team}
      head={
        <>
          {query.data && <span className="dim">{t('trace.n', { n: query.data.items.length })}</span>}
          <span className="grow" />
          <select className="input" aria-label={t('trace.scene')} value={search.scene ?? ''} onChange={(e) => set({ scene: e.target.value })}>
            <option value="">{t('trace.filter.scene')}</option>
            {/* A scene named by a link stays selectable before the board has told its names. */}
            {[...new Set([...scenes, ...(search.scene ? [search.scene] : [])])].sort().map((s) => (
              <option key={s}>{s}</option>
            ))}
          </select>
          <select className="input" aria-label={t('trace.time')} value={search.min ?? ''} onChange={(e) => set({ min: e.target.value })}>
            <option value="">{t('trace.filter.min')}</option>
            {THRESHOLDS.map((n) => (
              <option key={n} value={`${n}ms`}>
                {t('trace.filter.min.n', { n })}
              </option>
            ))}
          </select>
          <select className="input" aria-label={t('trace.only')} value={search.only ?? ''} onChange={(e) => set({ only: e.target.value })}>
            <option value="">{t('trace.only.any')}</option>
            <option value="degraded">{t('trace.only.degraded')}</option>
            <option value="failed">{t('trace.only.failed')}</option>
          </select>
          <select className="input" aria-label={t('trace.kept')} value={search.kept ?? ''} onChange={(e) => set({ kept: e.target.value })}>
            <option value="">{t('trace.filter.kept')}</option>
            {KEPT.map((k) => (
              <option key={k} value={k}>
                {keptWord(t, k)}
              </option>
            ))}
          </select>
          <button className="button" onClick={() => void query.refetch()} disabled={query.isFetching}>
            {t('action.refresh')}
          </button>
        </>
      }
    >
      <Panel title={t('nav.traces')} untitled>
        <Loaded query={query} skeleton={table(<BoneRows rows={8} columns={columns} />)}>
          {(page) =>
            page.items.length > 0 ? (
              table(page.items.map((trace) => <TraceRow key={trace.id} team={team} trace={trace} />))
            ) : filtered ? (
              <EmptyNote title={t('trace.nohit')}>
                <button className="button" onClick={() => set({ scene: undefined, min: undefined, only: undefined, kept: undefined })}>
                  {t('action.clear')}
                </button>
              </EmptyNote>
            ) : (
              <EmptyNote title={t('trace.none')}>{t('trace.rule')}</EmptyNote>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function TraceRow({ team, trace }: { team: string; trace: TraceSummary }) {
  const { t } = useTranslation()
  const to = { to: '/t/$team/traces/$id', params: { team, id: trace.id } } as const
  return (
    <tr className="link" onClick={opensLink}>
      <td>
        <Link {...to} search={{}} className="cell-link">
          <When at={trace.at} />
          <span className="hidden-label"> {t('trace.open', { id: trace.id.slice(0, 12) })}</span>
        </Link>
      </td>
      <td>{trace.scene}</td>
      <td>
        <StateMark state={trace.outcome} />
      </td>
      <td className="num">
        <Q of={millis(trace.took_ms)} />
      </td>
      <td className="num">{trace.items}</td>
      <td className="num">{trace.level === 0 ? <span className="dim">0</span> : `L${trace.level}`}</td>
      <td className="dim">{trace.tier || NONE}</td>
      <td className="dim">{trace.reasons.map((r) => keptWord(t, r)).join(' · ')}</td>
      <td className="mono dim">{trace.id.slice(0, 12)}</td>
    </tr>
  )
}
