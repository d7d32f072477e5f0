import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadComparison, useLoadTests } from '@/api/loadtests'
import type { LoadComparison } from '@/api/types'
import { ComparePicker } from '@/components/compare-picker'
import { Loaded } from '@/components/loaded'
import { EmptyNote, Note } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { VerdictMark } from '@/features/loadtest/verdict-mark'
import { millis, NONE, percent } from '@/lib/format'
import { compareSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/loadtests/compare')

/** Two load tests side by side, with intervals. */
export default function CompareLoadTestsPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Record<string, unknown>) => void navigate({ search: compareSearch({ ...search, ...change }), replace: true })
  const query = useLoadComparison(team, search.a ?? '', search.b ?? '')
  const kept = useLoadTests(team, undefined)
  const choices = (kept.data?.items ?? [])
    .filter((r) => r.result)
    .map((r) => ({ id: r.id, name: `${r.scene} · ${t(`load.profile.${r.kind as 'constant'}`)} · ${r.id.slice(0, 8)}${r.note ? ` · ${r.note}` : ''}` }))
  return (
    <Page
      title={t('load.compare.title')}
      team={team}
      crumbs={[{ name: t('nav.loadtests'), to: `/t/${team}/loadtests` }]}
      head={<ComparePicker a={search.a} b={search.b} of={choices} label={(side) => t('load.compare.pick', { side })} set={set} />}
    >
      {search.a && search.b ? (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(c) => <Compared team={team} c={c} />}
        </Loaded>
      ) : (
        <section className="panel">
          <EmptyNote title={t('load.compare.none')} />
        </section>
      )}
    </Page>
  )
}

function Compared({ team, c }: { team: string; c: LoadComparison }) {
  const { t } = useTranslation()
  const columns = useMemo<readonly Column[]>(
    () => [{ name: t('load.what') }, { name: 'A', num: true }, { name: 'B', num: true }, { name: t('load.against'), num: true }, { name: t('load.interval'), num: true }, { name: '' }],
    [t],
  )
  const notes = { load: t('load.note.load'), void: t('load.note.void'), aborted: t('load.note.aborted') } as Record<string, string>
  return (
    <>
      {c.notes.map((n) => (
        <Note key={n} tone="tone-slow" glyph="▲" title={notes[n] ?? n} />
      ))}
      <Panel title={t('load.compare.title')} untitled>
        <Table label={t('load.compare.title')} columns={columns}>
          <tr>
            <td>{t('load.verdict')}</td>
            {[c.a, c.b].map((r) => (
              <td key={r.id} className="num">
                <VerdictMark of={r.result ?? r.state} />{' '}
                <Link to="/t/$team/loadtests/$id" params={{ team, id: r.id }}>
                  <When at={r.at} />
                </Link>
              </td>
            ))}
            <td />
            <td />
            <td />
          </tr>
          {c.rows.map((r) => {
            const time = r.name.endsWith('_ms')
            const show = time ? millis : percent
            const points = (v: number) => `${v >= 0 ? '+' : '−'}${Math.abs(100 * v).toFixed(2)}`
            return (
              <tr key={r.name} data-row={r.name} data-differs={r.differs}>
                <td>{time ? r.name.replace('_ms', '').replace('p999', 'p99.9') : t(`load.row.${r.name as 'lost'}`)}</td>
                {([[r.a, r.a_low, r.a_high], [r.b, r.b_low, r.b_high]] as const).map(([is, low, high], i) => (
                  <td key={i} className="num">
                    <Q of={show(is)} />{' '}
                    <span className="dim">
                      (<Q of={show(low)} /> – <Q of={show(high)} />)
                    </span>
                  </td>
                ))}
                <td className="num">{time ? (r.ratio === undefined ? NONE : `× ${r.ratio.toFixed(2)}`) : t('load.points', { n: points(r.b - r.a) })}</td>
                <td className="num dim">{time ? (r.ratio === undefined ? NONE : `${r.low.toFixed(2)} – ${r.high.toFixed(2)}`) : `${points(r.low)} … ${points(r.high)}`}</td>
                <td>{r.differs && <strong>{t('load.differs')}</strong>}</td>
              </tr>
            )
          })}
        </Table>
      </Panel>
    </>
  )
}
