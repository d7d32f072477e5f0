import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive, useSceneTopics } from '@/api/live'
import { sceneKeys } from '@/api/live/scene'
import type { SceneView } from '@/api/live/overview'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { StateMark } from '@/components/state-mark'
import { Tabs } from '@/components/tabs'
import { Circuits } from '@/features/overview/circuits'
import { Drills } from '@/features/overview/drills'
import { EventList } from '@/features/overview/event-list'
import { NodeTable } from '@/features/scene/node-table'
import { NowStrip, Rising } from '@/features/scene/now-strip'
import { Policy } from '@/features/scene/policy'
import { Requests } from '@/features/scene/requests'
import { SceneCharts } from '@/features/scene/scene-charts'
import { SceneGraph } from '@/features/scene/scene-graph'
import { TimeShares } from '@/features/scene/time-shares'
import { stretchOf } from '@/features/scene/span'
import { later } from '@/lib/later'
import { SCENE_TABS, sceneSearch, type SceneSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/scenes/$scene')
const DegradeTab = later(() => import('@/features/degrade/tab'))

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
            <Rising view={view} />
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
      <Circuits team={team} />
      <Tabs label={scene} now={tab} tabs={SCENE_TABS.map((id) => ({ id, name: t(`scene.tab.${id}`) }))} search={(id) => sceneSearch({ ...search, tab: id === 'live' ? undefined : id })} />
      {tab === 'live' && <LiveTab team={team} scene={scene} view={view} search={search} set={set} />}
      {tab === 'degrade' && (
        <Suspense fallback={<section className="panel bone-panel" aria-hidden="true" />}>
          <DegradeTab key={scene} team={team} scene={scene} node={search.node} at={search.at} select={(node) => set({ node })} setAt={(at) => set({ at })} />
        </Suspense>
      )}
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
      <NowStrip view={view} search={search} set={set} />
      <SceneCharts team={team} scene={scene} stretch={stretch} zoom={(from, to) => to - from >= 5 && set({ from, to, last: undefined }, false)} />
      <div className="split wide-first">
        <div className="stack">
          <NodeTable key={scene} team={team} scene={scene} />
          <TimeShares key={`time ${scene}`} team={team} scene={scene} />
        </div>
        <EventList team={team} scene={scene} />
      </div>
    </>
  )
}
