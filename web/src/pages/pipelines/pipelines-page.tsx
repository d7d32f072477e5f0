import '@/theme/editor.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '@/api/draft'
import { useDraftGraphs } from '@/api/language'
import { canEdit, useRole } from '@/api/session'
import type { Diagnostic } from '@/api/types'
import { useLiveGraphs, usePlan } from '@/api/versions'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { lookOf } from '@/components/state'
import { BoneRows, Table, type Column } from '@/components/table'
import { draftsOf } from '@/features/editor/open-drafts'
import { urgentFirst } from '@/features/editor/urgent'
import { Imports } from '@/features/pipelines/imports'
import { NewFile } from '@/features/pipelines/new-file'
import { rowsOf, type PipelineRow } from '@/features/pipelines/rows'
import { findingTold } from '@/lib/i18n/finding'
import { PIPELINE_SHOW, pipelinesSearch } from '@/lib/search'

const HistoryDialog = lazy(() => import('@/features/editor/history-dialog'))

const route = getRouteApi('/t/$team/pipelines')

/** The pipelines of the draft; what does not compile is listed all the same, with what is wrong. */
export default function PipelinesPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const editable = canEdit(useRole(team))
  const [creating, setCreating] = useState(false)
  const draft = useDraft(team)
  const graphs = useDraftGraphs(team)
  const live = useLiveGraphs(team)
  const plan = usePlan(team, 'live', 'draft')

  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('pipeline.name') },
      { name: t('pipeline.file') },
      { name: t('pipeline.live') },
      { name: t('pipeline.draft') },
      { name: t('pipeline.scenes') },
      { name: t('pipeline.nodes'), num: true },
    ],
    [t],
  )
  const set = (change: Record<string, unknown>) => void navigate({ search: pipelinesSearch({ ...search, ...change }), replace: true })
  const rows = useMemo(
    () =>
      draft.data && graphs.data && live.data !== undefined
        ? rowsOf({ files: draft.data.files, drafted: graphs.data.pipelines, live: live.data?.pipelines ?? [], plan: plan.data })
        : undefined,
    [draft.data, graphs.data, live.data, plan.data],
  )
  const words = search.q?.toLowerCase()
  const shown = rows?.filter(
    (r) => (!words || r.name.toLowerCase().includes(words) || r.file.toLowerCase().includes(words)) && (!search.show || (search.show === 'broken' ? r.state === 'broken' || r.errors > 0 : r.change !== 'none')),
  )
  const error = draft.error ?? graphs.error ?? live.error
  const table = (body: React.ReactNode) => (
    <Table label={t('nav.pipelines')} columns={columns}>
      {body}
    </Table>
  )
  return (
    <Page
      title={t('nav.pipelines')}
      team={team}
      head={
        <>
          <span className="grow" />
          <input
            className="input"
            type="search"
            placeholder={t('pipeline.filter')}
            aria-label={t('pipeline.filter')}
            value={search.q ?? ''}
            onChange={(e) => set({ q: e.target.value })}
          />
          <select className="input" aria-label={t('pipeline.what')} value={search.show ?? ''} onChange={(e) => set({ show: e.target.value })}>
            <option value="">{t('pipeline.show.all')}</option>
            {PIPELINE_SHOW.map((s) => (
              <option key={s} value={s}>
                {t(`pipeline.show.${s}`)}
              </option>
            ))}
          </select>
          <button type="button" className="button" onClick={() => set({ version: live.data?.version.number ?? 1 })}>
            {t('editor.history')}
          </button>
          {editable && (
            <button type="button" className="button primary" onClick={() => setCreating(true)}>
              {t('pipeline.new')}
            </button>
          )}
        </>
      }
    >
      <Panel title={t('nav.pipelines')} count={rows?.length}>
        {error && <ErrorNote error={error} retry={() => void Promise.all([draft.refetch(), graphs.refetch(), live.refetch()])} />}
        {!shown && !error && table(<BoneRows rows={5} columns={columns} />)}
        {shown && shown.length > 0 && table(shown.map((r) => <Row key={`${r.name} ${r.file}`} team={team} row={r} version={live.data?.version.number} />))}
        {shown?.length === 0 &&
          (rows?.length === 0 ? (
            <EmptyNote title={t('pipeline.none')}>{t('pipeline.none.note')}</EmptyNote>
          ) : (
            <EmptyNote title={t('pipeline.nohit')}>
              <button className="button" onClick={() => set({ q: undefined, show: undefined })}>
                {t('action.clear')}
              </button>
            </EmptyNote>
          ))}
      </Panel>
      {graphs.data && graphs.data.diagnostics.length > 0 && <Broken team={team} diagnostics={graphs.data.diagnostics} />}
      {live.data !== undefined && <Imports team={team} imports={live.data?.version.imports ?? []} />}
      {search.version !== undefined && (
        <Suspense>
          <HistoryDialog team={team} drafts={draftsOf(team)} editable={editable} picked={search.version} pick={(version) => set({ version })} close={() => set({ version: undefined })} />
        </Suspense>
      )}
      <NewFile team={team} opened={creating} close={() => setCreating(false)} />
    </Page>
  )
}

const GLYPH = { meaning: '◆', text: '◇', none: '●' } as const

function Row({ team, row: r, version }: { team: string; row: PipelineRow; version: number | undefined }) {
  const { t } = useTranslation()
  return (
    <tr data-pipeline={r.name} data-state={r.state}>
      <td>
        <Link to="/t/$team/pipelines/$name/edit" params={{ team, name: r.name }} search={r.state === 'broken' ? { file: r.file } : {}} className="cell-link">
          {r.name}
        </Link>
      </td>
      <td className="dim mono">{r.file}</td>
      <td>{r.live && version !== undefined ? <span className="badge">v{version}</span> : <span className="dim">{t('pipeline.notlive')}</span>}</td>
      <td title={r.errors > 0 ? t('pipeline.broken.file', { n: r.errors }) : undefined}>
        {r.state === 'broken' ? (
          <span className="state tone-bad">
            <span className="glyph" aria-hidden="true">
              ✕
            </span>
            {t('pipeline.broken')}
          </span>
        ) : (
          <span className={`state ${r.change === 'none' ? 'tone-normal' : 'tone-frozen'}`} data-change={r.change}>
            <span className="glyph" aria-hidden="true">
              {GLYPH[r.change]}
            </span>
            <span className={r.change === 'none' ? 'dim' : ''}>
              {!r.live ? t('pipeline.notlive') : r.change === 'meaning' ? t('pipeline.changed') : r.change === 'text' ? t('pipeline.changed.text') : t('pipeline.changed.no')}
            </span>
          </span>
        )}
      </td>
      <td>
        {r.scenes.map((s, i) => (
          <span key={s}>
            {i > 0 && ', '}
            <Link to="/t/$team/scenes/$scene" params={{ team, scene: s }}>
              {s}
            </Link>
          </span>
        ))}
        {r.drafted.length > 0 && (
          <span className="dim">
            {r.scenes.length > 0 && ', '}
            {t('pipeline.scenes.draft', { names: r.drafted.join(', ') })}
          </span>
        )}
      </td>
      <td className="num dim">{r.nodes ?? '–'}</td>
    </tr>
  )
}

/** What is wrong in the draft, each leading to its place. */
function Broken({ team, diagnostics }: { team: string; diagnostics: readonly Diagnostic[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('editor.tab.problems')} count={diagnostics.length}>
      <ul className="problems">
        {urgentFirst(diagnostics, undefined).map((d, i) => (
          <li key={i} className={lookOf(d.severity)?.tone ?? 'tone-frozen'} data-code={d.code}>
            <Link
              to="/t/$team/pipelines/$name/edit"
              params={{ team, name: d.file.slice(d.file.lastIndexOf('/') + 1).replace(/\.riffle$/, '') }}
              search={{ file: d.file }}
            >
              <span className="glyph" aria-hidden="true">
                {lookOf(d.severity)?.glyph ?? '●'}
              </span>
              <span className="problem-text">
                <span className="hidden-label">{t(`severity.${d.severity}`)} </span>
                {findingTold(d).message}
              </span>
              <span className="dim problem-place">
                {d.code} {d.file}:{d.line}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
