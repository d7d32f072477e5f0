import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { keys, useLive, useSceneTopics } from '@/api/live'
import type { SceneView } from '@/api/live/overview'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { StateMark } from '@/components/state-mark'
import { EventList } from '@/features/overview/event-list'
import { NodeTable } from '@/features/scene/node-table'
import { SceneCharts } from '@/features/scene/scene-charts'

const route = getRouteApi('/t/$team/scenes/$scene')

export default function ScenePage() {
  const { t } = useTranslation()
  const { team, scene } = route.useParams()
  useSceneTopics(team, scene)
  const known = useLive<string[]>(keys.scenes(team))
  const view = useLive<SceneView>(keys.scene(team, scene))
  const crumbs = [{ name: t('nav.scenes'), to: `/t/${team}/scenes` }]
  if (known && !known.includes(scene)) {
    return (
      <Page title={scene} team={team} crumbs={crumbs}>
        <section className="panel">
          <EmptyNote title={t('scene.missing', { scene })} />
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
          </>
        ) : (
          <span className="bone" style={{ width: 90 }} />
        )
      }
    >
      <SceneCharts team={team} scene={scene} />
      <NodeTable key={scene} team={team} scene={scene} />
      <EventList team={team} scene={scene} />
    </Page>
  )
}
