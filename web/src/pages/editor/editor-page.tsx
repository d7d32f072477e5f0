import '@/theme/editor.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { askComplete, askDefinition, askFormat, askHover } from '@/api/language'
import { canEdit, useRole } from '@/api/session'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { CodeEditor } from '@/features/editor/code-editor'
import type { CodeEvents, CodeView } from '@/features/editor/code/code-view'
import { DetailPanel, type DetailTab } from '@/features/editor/detail-panel'
import { Divider, useSplit } from '@/features/editor/divider'
import { FileList } from '@/features/editor/file-list'
import { FileTools } from '@/features/editor/file-tools'
import { KeptBar } from '@/features/editor/kept-bar'
import { fileOf, nodeAt } from '@/features/editor/places'
import { PublishButton } from '@/features/editor/publish-button'
import { SaveMark } from '@/features/editor/save-mark'
import { StatusBar } from '@/features/editor/status-bar'
import { useDrawn } from '@/features/editor/use-drawn'
import { useAnalysis, useFile, useProject } from '@/features/editor/use-project'
import { useNarrow } from '@/lib/narrow'
import { EDITOR_VIEWS, editorSearch, type EditorSearch } from '@/lib/search'
import type { Place } from '@/lib/text-place'
import { useTitle } from '@/lib/title'
import { later } from '@/lib/later'

// The picture comes behind the text, which can be read and written before it is there.
const GraphPanel = later(() => import('@/features/editor/graph-panel'))
// What most visits never open is loaded when it is.
const Conflict = later(() => import('@/features/editor/conflict'))
const HistoryDialog = later(() => import('@/features/editor/history-dialog'))
const PublishDialog = later(() => import('@/features/editor/publish-dialog'))

const route = getRouteApi('/t/$team/pipelines/$name/edit')

/** Where the cursor stands before anybody moved it. */
const BEGIN: Place = { line: 1, column: 1 }

/** A pipeline as text and as graph, one thing seen in two ways. */
export default function EditorPage() {
  const { t } = useTranslation()
  const { team, name } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const editable = canEdit(useRole(team))
  const { drafts, listing, analyst } = useProject(team)
  const graphs = useAnalysis(analyst, (a) => a.graphs)
  const diagnostics = useAnalysis(analyst, (a) => a.diagnostics)
  const outline = useAnalysis(analyst, (a) => a.outline)
  const checked = useAnalysis(analyst, (a) => a.phase !== 'none')
  useTitle(name, team)

  // A narrow window has no room for both: text first, the graph behind the switch.
  const narrow = useNarrow()
  const views = narrow ? EDITOR_VIEWS.filter((v) => v !== 'split') : EDITOR_VIEWS
  const usual = narrow ? 'text' : 'split'
  const view = views.find((v) => v === search.view) ?? usual
  const paths = useMemo(() => listing.data?.files.map((f) => f.path) ?? [], [listing.data])
  // The file stays the same while its pipeline is broken or renamed.
  const [home, setHome] = useState<{ name: string; path: string | undefined }>()
  useEffect(() => {
    if ((home?.name === name && home.path !== undefined) || !checked) return
    const path = fileOf(name, graphs, drafts.texts())
    if (home?.name !== name || path !== undefined) setHome({ name, path })
  }, [home, name, checked, graphs, drafts])
  const path = search.file ?? (home?.name === name ? home.path : undefined)
  const ready = useFile(drafts, path, (s) => s !== undefined)
  // Another file must not open under this name, nor bones stand for one that never comes.
  const nowhere = path === undefined ? home?.name === name : checked && !ready && !paths.includes(path)
  const conflict = useFile(drafts, path, (s) => s?.phase === 'conflict')

  const { drawn, waiting } = useDrawn(team, analyst, name, path)
  const node = drawn?.graph.nodes.find((n) => n.name === search.node)
  // The draft has other lines than what is live, and maybe other files: no node of that leads into its text.
  const elsewhere = drawn?.live !== undefined
  const set = useCallback(
    (change: Partial<Record<keyof EditorSearch, string | undefined>>) => void navigate({ search: (old) => editorSearch({ ...old, ...change }), replace: true }),
    [navigate],
  )

  const code = useRef<CodeView>(null)
  const [place, setPlace] = useState<Place>()
  /** A place to go to once its file is open. */
  const pending = useRef<(Place & { file: string }) | null>(null)
  const goTo = useCallback(
    (at: Place & { file: string }) => {
      if (at.file === path && code.current) {
        code.current.goTo(at)
        setPlace(at)
        return
      }
      pending.current = at
      if (at.file !== path) set({ file: at.file })
    },
    [path, set],
  )
  useEffect(() => {
    const at = pending.current
    if (!ready || !at || at.file !== path) return
    pending.current = null
    code.current?.goTo(at)
    setPlace(at)
  }, [ready, path, view])

  const [tab, setTab] = useState<DetailTab>('problems')
  // Node and file in one step: the second of two would know nothing of the first.
  const select = useCallback(
    (wanted: string) => {
      setTab('node')
      const n = drawn?.graph.nodes.find((m) => m.name === wanted)
      if (!n || elsewhere || n.file === path) set({ node: wanted })
      else set({ node: wanted, file: n.file })
      if (!n || elsewhere) return
      const at = { file: n.file, line: n.line, column: n.column }
      if (n.file === path) goTo(at)
      else pending.current = at
    },
    [drawn, elsewhere, goTo, path, set],
  )
  // A link names the node before its graph is known: once it is, the text goes there, once.
  const linked = useRef(search.node)
  useEffect(() => {
    if (linked.current === undefined || !node || !ready) return
    linked.current = undefined
    if (!elsewhere) goTo({ file: node.file, line: node.line, column: node.column })
  }, [node, ready, goTo, elsewhere])

  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(follow.current), [])
  const moved = (at: Place) => {
    setPlace(at)
    clearTimeout(follow.current)
    follow.current = setTimeout(() => {
      if (!drawn || drawn.old || path === undefined) return
      const under = nodeAt(drawn.graph, path, at)
      if (under && under.name !== search.node) set({ node: under.name })
    }, 120)
  }

  const format = async () => {
    const s = path === undefined ? undefined : drafts.get(path)
    if (!s || path === undefined || !editable) return
    const before = s.mine
    const answer = await askFormat(team, { path, text: before }).catch(() => null)
    // What was typed meanwhile wins; the next format takes it in.
    if (!answer?.changed || drafts.get(path)?.mine !== before) return
    code.current?.replace(answer.text, true)
    drafts.edit(path, answer.text)
  }

  const here = (at: Place) => ({ file: path ?? '', ...at })
  const events: CodeEvents = {
    changed: (text) => path !== undefined && drafts.edit(path, text),
    moved,
    save: () => drafts.flush(),
    format: () => void format(),
    goTo: (at) =>
      void askDefinition(team, drafts.texts(), here(at))
        .then((d) => d.found && d.at && goTo(d.at))
        .catch(() => undefined),
    complete: (at, signal) => askComplete(team, drafts.texts(), here(at), signal),
    hover: (at) => askHover(team, drafts.texts(), here(at)),
    definition: (at) => askDefinition(team, drafts.texts(), here(at)),
  }

  const [share, setShare] = useSplit()
  const [version, setVersion] = useState<number>()
  const [dialog, setDialog] = useState<'publish' | 'history'>()
  const mark = node && node.file === path && !drawn?.old ? node : null
  return (
    <div className="editor" data-view={view}>
      <header className="editor-head">
        <nav aria-label={t('nav.crumbs')}>
          <ol className="crumbs">
            <li>
              <Link to="/t/$team/pipelines" params={{ team }}>
                {t('nav.pipelines')}
              </Link>
            </li>
            <li aria-current="page">
              <h1>{name}</h1>
            </li>
          </ol>
        </nav>
        {path !== undefined && !nowhere && editable && (
          <FileTools
            team={team}
            path={path}
            format={view === 'graph' ? undefined : () => void format()}
            left={(to) => {
              setHome(undefined)
              set({ file: to, node: undefined })
            }}
          />
        )}
        {path !== undefined && !nowhere && editable && <SaveMark drafts={drafts} path={path} />}
        <span className="grow" />
        <div className="segments" role="group" aria-label={t('editor.view')}>
          {views.map((v) => (
            <button key={v} type="button" aria-pressed={view === v} onClick={() => set({ view: v === usual ? undefined : v })}>
              {t(`editor.view.${v}`)}
            </button>
          ))}
        </div>
        {editable && (
          <button type="button" className="button wide-only" title={t('editor.format.tip')} disabled={view === 'graph'} onClick={() => void format()}>
            {t('editor.format')}
          </button>
        )}
        <button type="button" className="button" onClick={() => setDialog('history')}>
          {t('editor.history')}
        </button>
        {editable && <PublishButton drafts={drafts} open={() => setDialog('publish')} />}
      </header>
      {listing.error && !listing.data && <ErrorNote error={listing.error} retry={() => void listing.refetch()} />}
      {!editable && listing.data && <p className="read-only">{t('editor.readonly')}</p>}
      <div className="editor-body" style={{ '--text': `${share}fr`, '--graph': `${100 - share}fr` } as CSSProperties}>
        <FileList paths={paths} open={path} drafts={drafts} diagnostics={diagnostics} />
        {nowhere ? (
          <div className="text-panel" data-nowhere>
            <EmptyNote title={path === undefined ? t('editor.nopipeline', { name }) : t('editor.nofile', { path })}>{t('editor.nowhere')}</EmptyNote>
          </div>
        ) : path !== undefined && conflict ? (
          <Suspense>
            <Conflict drafts={drafts} path={path} />
          </Suspense>
        ) : (
          <>
            {view !== 'graph' && (
              <div className="text-panel">
                {path !== undefined && editable && <KeptBar drafts={drafts} path={path} />}
                {path !== undefined && ready ? (
                  <CodeEditor ref={code} drafts={drafts} path={path} editable={editable} diagnostics={diagnostics} mark={mark} events={events} />
                ) : (
                  <TextBones />
                )}
              </div>
            )}
            {view === 'split' && <Divider share={share} set={setShare} />}
            {view !== 'text' && (
              <Suspense fallback={<section className="graph-panel" />}>
                {!waiting ? (
                  <GraphPanel
                    drawn={drawn}
                    names={[...graphs.keys()]}
                    selected={search.node}
                    onSelect={select}
                    onPipeline={(other) => void navigate({ params: { team, name: other }, search: editorSearch({ view: search.view }) })}
                  />
                ) : (
                  <section className="graph-panel" />
                )}
              </Suspense>
            )}
          </>
        )}
      </div>
      <DetailPanel tab={tab} setTab={setTab} diagnostics={diagnostics} outline={outline} open={path} node={node} goTo={goTo} select={select} />
      <StatusBar analyst={analyst} place={view === 'graph' ? undefined : (place ?? BEGIN)} />
      <Suspense>
        {dialog === 'publish' && <PublishDialog team={team} drafts={drafts} close={() => setDialog(undefined)} />}
        {dialog === 'history' && <HistoryDialog team={team} drafts={drafts} editable={editable} picked={version} pick={setVersion} close={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  )
}

/** Lines in the geometry of a text to come. */
function TextBones() {
  return (
    <div className="text-bones" aria-hidden="true">
      {Array.from({ length: 14 }, (_, i) => (
        <span key={i} className="bone" style={{ width: 120 + ((i * 73) % 260) }} />
      ))}
    </div>
  )
}
