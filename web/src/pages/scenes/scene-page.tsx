import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive, useSceneTopics } from '@/api/live'
import { sceneKeys } from '@/api/live/scene'
import type { SceneView } from '@/api/live/overview'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { Tabs } from '@/components/tabs'
import { WilsonBar } from '@/components/wilson-bar'
import { Drills } from '@/features/overview/drills'
import { EventList } from '@/features/overview/event-list'
import { interval } from '@/features/overview/kpi-row'
import { NodeTable } from '@/features/scene/node-table'
import { Policy } from '@/features/scene/policy'
import { Requests } from '@/features/scene/requests'
import { SceneCharts } from '@/features/scene/scene-charts'
import { SceneGraph } from '@/features/scene/scene-graph'
import { stretchOf } from '@/features/scene/span'
import { millis, percent, rate } from '@/lib/format'
import { LASTS, SCENE_TABS, sceneSearch, type SceneSearch } from '@/lib/search'
import { useSettings } from '@/lib/settings'
import { clock, stamp } from '@/lib/time'
import { scaleFor } from '@/lib/wilson'

const route = getRouteApi('/t/$team/scenes/$scene')

export default function ScenePage() {
  const { t } = useTranslation()
  const { team, scene } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useSceneTopics(team, scene)
  const known = useLive<string[]>(keys.scenes(team))
  const board = useLive<SceneView>(keys.scene(team, scene))
  const view = useLive<SceneView>(sceneKeys.scene(team, scene)) ?? board
  const tab = search.tab ?? 'live'
  const set = (change: Record<string, unknown>, replace = true) => void navigate({ search: sceneSearch({ ...search, ...change }), replace })
  const crumbs = [{ name: t('nav.scenes'), to: `/t/${team}/scenes` }]
  if (known && !known.includes(scene)) {
    return (
      <Page title={scene} team={team} crumbs={crumbs}>
        <section className="panel">
          <EmptyNote title={t('scene.missing', { scene })}>
            <Link to="/t/$team/scenes" params={{ team }}>
              {t('nav.scenes')}
            </Link>
          </EmptyNote>
        </section>
      </Page>
    )
  }
  return (
    <Page
      title={scene}
      team={team}
      crumbs={crumbs}
      head={
        view ? (
          <>
            <StateMark state={view.state} suffix={view.level > 0 ? ` L${view.level}` : ''} />
            {view.n === 0 && <span className="dim">{t('scene.quiet.long')}</span>}
            <span className="grow" />
            {view.version > 0 && (
              <span className="dim">
                {t('scene.version')} <span className="mono">v{view.version}</span>
              </span>
            )}
            <Link className="button" to="/t/$team/run" params={{ team }} search={{ target: `scene:${scene}` }}>
              {t('scene.run')}
            </Link>
          </>
        ) : (
          <span className="bone" style={{ width: 90 }} />
        )
      }
    >
      <Drills team={team} scene={scene} />
      <Tabs label={scene} now={tab} tabs={SCENE_TABS.map((id) => ({ id, name: t(`scene.tab.${id}`) }))} search={(id) => sceneSearch({ ...search, tab: id === 'live' ? undefined : id })} />
      {tab === 'live' && <LiveTab team={team} scene={scene} view={view} search={search} set={set} />}
      {tab === 'graph' && <SceneGraph team={team} scene={scene} node={search.node} select={(node) => set({ node })} />}
      {tab === 'requests' && <Requests team={team} scene={scene} />}
      {tab === 'events' && <EventList team={team} scene={scene} tall />}
      {tab === 'policy' && <Policy team={team} scene={scene} />}
    </Page>
  )
}

interface LiveTabProps {
  team: string
  scene: string
  view: SceneView | undefined
  search: SceneSearch
  set: (change: Record<string, unknown>, replace?: boolean) => void
}

function LiveTab({ team, scene, view, search, set }: LiveTabProps) {
  const stretch = useMemo(() => stretchOf(search), [search])
  return (
    <>
      <Now view={view} search={search} set={set} />
      <SceneCharts team={team} scene={scene} stretch={stretch} zoom={(from, to) => to - from >= 5 && set({ from, to, last: undefined }, false)} />
      <div className="split wide-first">
        <NodeTable key={scene} team={team} scene={scene} />
        <EventList team={team} scene={scene} />
      </div>
    </>
  )
}

/** The scene in figures, and which stretch of time the charts show. */
function Now({ view, search, set }: Pick<LiveTabProps, 'view' | 'search' | 'set'>) {
  const { t } = useTranslation()
  const { zone } = useSettings()
  const quiet = view === undefined || view.n === 0
  const bone = <span className="bone" style={{ width: 44 }} />
  const fixed = search.from !== undefined && search.to !== undefined
  return (
    <section className="panel" aria-label={t('scene.now')}>
      <div className="row-of between">
        <dl className="strip" data-scene-now>
          <div>
            <dt>{t('scene.qps')}</dt>
            <dd>{view ? <Q live of={rate(view.qps)} /> : bone}</dd>
          </div>
          <div>
            <dt>p50 / p99</dt>
            <dd>
              {view ? (
                <>
                  <Q live of={millis(quiet ? null : view.p50_ms)} /> / <Q live of={millis(quiet ? null : view.p99_ms)} />
                </>
              ) : (
                bone
              )}
            </dd>
          </div>
          <div>
            <dt>{t('scene.timeouts')}</dt>
            <dd className="row-of">
              {quiet ? (
                <span className="dim">{t('scene.quiet')}</span>
              ) : (
                <>
                  <Q live of={percent(view.timeout_rate)} /> <WilsonBar of={interval(view)} scale={scaleFor([interval(view)])} />
                </>
              )}
            </dd>
          </div>
          <div title={t('scene.degraded.tip')}>
            <dt>{t('scene.degraded')}</dt>
            <dd data-cell="degraded">{view ? <Q live of={percent(quiet ? null : view.degraded_share)} /> : bone}</dd>
          </div>
          <div title={t('scene.off.tip')}>
            <dt>{t('scene.off')}</dt>
            <dd className="live">{view?.off_nodes ?? bone}</dd>
          </div>
        </dl>
        <div className="row-of body">
          {fixed && (
            <span className="dim small">
              {stamp((search.from ?? 0) * 1000, zone)} – {clock((search.to ?? 0) * 1000, zone)}
            </span>
          )}
          <span className="segments" role="group" aria-label={t('scene.span')}>
            {LASTS.map((last) => (
              <button key={last} type="button" aria-pressed={!fixed && (search.last ?? '15m') === last} onClick={() => set({ last: last === '15m' ? undefined : last, from: undefined, to: undefined })}>
                {last}
              </button>
            ))}
          </span>
        </div>
      </div>
    </section>
  )
}
