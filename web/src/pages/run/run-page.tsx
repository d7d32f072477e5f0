import '@/theme/run.css'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runQuery } from '@/api/runs'
import { useGraphs, useSceneList, useVersions } from '@/api/scenes'
import { traceQuery } from '@/api/traces'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Bench } from '@/features/run/bench'
import type { Values } from '@/features/run/form'
import { pipelineOf, targetsOf } from '@/features/run/target'
import { RunView, targetOf } from '@/features/run/run-view'
import { runSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/run')

/** One request, made by hand: of a scene or a pipeline, of the draft, what is live or a version. */
export default function RunPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const source = search.source ?? 'live'
  const set = (change: Record<string, unknown>) => void navigate({ search: runSearch({ ...search, ...change }), replace: true })

  const scenes = useSceneList(team)
  const graphs = useGraphs(team, source)
  const versions = useVersions(team)
  // What fills the form: named by the link, or the run that was shown before a reload.
  const [first] = useState(search.run === undefined ? undefined : `run:${search.run}`)
  const seed = useSeed(team, search.again ?? first)
  const shown = useQuery({ ...runQuery(team, search.run ?? ''), enabled: search.run !== undefined })

  const targets = targetsOf(scenes.data?.items ?? [], graphs.data ?? [])
  const target = search.target ?? seed.data?.target ?? targets[0]?.id
  const pipeline = target === undefined ? undefined : pipelineOf(target, scenes.data?.items ?? [], graphs.data ?? [])
  const waiting = scenes.isPending || graphs.isPending || seed.waiting
  const failed = graphs.error ?? scenes.error

  return (
    <Page
      title={t('nav.run')}
      team={team}
      head={
        <div className="row-of">
          <select className="input" aria-label={t('run.target')} value={target ?? ''} onChange={(e) => set({ target: e.target.value, run: undefined, again: undefined })}>
            {target !== undefined && !targets.some((x) => x.id === target) && <option value={target}>{target}</option>}
            {(['scene', 'pipeline'] as const).map((kind) => (
              <optgroup key={kind} label={t(`run.${kind}`)}>
                {targets
                  .filter((x) => x.kind === kind)
                  .map((x) => (
                    <option key={x.id} value={x.id}>
                      {x.name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          <select className="input" aria-label={t('run.source')} value={source} onChange={(e) => set({ source: e.target.value })}>
            <option value="live">{t('run.live')}</option>
            <option value="draft">{t('run.draft')}</option>
            {[...new Set([...(versions.data?.items ?? []).map((v) => String(v.number)), ...(/^\d+$/.test(source) ? [source] : [])])].map((n) => (
              <option key={n} value={n}>
                v{n}
              </option>
            ))}
          </select>
        </div>
      }
    >
      {failed && (
        <section className="panel">
          <ErrorNote error={failed} retry={() => void graphs.refetch()} />
        </section>
      )}
      {waiting ? (
        <div className="run-grid">
          <section className="panel bone-panel" aria-hidden="true" />
          <section className="panel bone-panel" aria-hidden="true" />
        </div>
      ) : target === undefined ? (
        <section className="panel">
          <EmptyNote title={t('run.notarget')}>{t(source === 'draft' ? 'run.notarget.draft' : 'run.notarget.live')}</EmptyNote>
        </section>
      ) : (
        <div className="run-grid">
          <Bench
            key={`${target} ${search.again ?? ''}`}
            team={team}
            target={target}
            source={source}
            params={pipeline?.params}
            nodes={pipeline?.nodes ?? []}
            seed={seed.data?.target === target ? seed.data.request : undefined}
            off={seed.data?.target === target ? seed.data.off : []}
            shown={search.run}
            show={(run) => set({ run, target })}
          />
          <div>
            {shown.error && (
              <section className="panel">
                <ErrorNote error={shown.error} retry={() => void shown.refetch()} />
              </section>
            )}
            {shown.data && (shown.data.scene !== undefined || shown.data.pipeline) && targetOf(shown.data) === target ? (
              <RunView team={team} run={shown.data} />
            ) : shown.isLoading ? (
              <section className="panel bone-panel" aria-hidden="true" />
            ) : (
              <section className="panel">
                <EmptyNote title={t('run.empty')}>{t('run.empty.hint')}</EmptyNote>
              </section>
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

interface Seed {
  target: string
  request: Values
  off: string[]
}

/** The request of a kept run or a trace. One that is gone leaves the form blank. */
function useSeed(team: string, from: string | undefined): { data: Seed | undefined; waiting: boolean } {
  const [kind, id = ''] = from?.split(/:(.*)/) ?? []
  const run = useQuery({ ...runQuery(team, id), enabled: kind === 'run' })
  const trace = useQuery({ ...traceQuery(team, id), enabled: kind === 'trace' })
  if (kind === 'run') {
    return { data: run.data && { target: targetOf(run.data), request: run.data.request, off: run.data.off }, waiting: run.isLoading }
  }
  if (kind === 'trace') {
    return { data: trace.data && { target: `scene:${trace.data.scene}`, request: trace.data.request, off: [] }, waiting: trace.isLoading }
  }
  return { data: undefined, waiting: false }
}
