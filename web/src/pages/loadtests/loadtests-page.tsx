import '@/theme/run.css'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSceneList } from '@/api/scenes'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { KeptList } from '@/features/loadtest/kept-list'
import { SceneFilter } from '@/features/loadtest/scene-filter'
import { StartForm } from '@/features/loadtest/start-form'
import { loadTestsSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/loadtests')

/** Begin a load test, and those that are kept. */
export default function LoadTestsPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const scenes = useSceneList(team)
  return (
    <Page
      title={t('nav.loadtests')}
      team={team}
      head={<SceneFilter scenes={scenes.data?.items} scene={search.scene} pick={(scene) => void navigate({ search: loadTestsSearch({ scene }), replace: true })} />}
    >
      <Loaded query={scenes} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
        {(page) =>
          page.items.length === 0 ? (
            <section className="panel">
              <EmptyNote title={t('overview.none')} />
            </section>
          ) : (
            <StartForm
              key={search.scene ?? ''}
              team={team}
              scenes={page.items.map((s) => s.name)}
              scene={search.scene}
              started={(id) => void navigate({ to: '/t/$team/loadtests/$id', params: { team, id } })}
            />
          )
        }
      </Loaded>
      <KeptList team={team} scene={search.scene} />
    </Page>
  )
}
