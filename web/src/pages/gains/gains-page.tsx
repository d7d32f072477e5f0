import '@/theme/run.css'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSceneList } from '@/api/scenes'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { KeptGains } from '@/features/gain/kept-list'
import { GainForm } from '@/features/gain/start-form'
import { SceneFilter } from '@/features/loadtest/scene-filter'
import { loadTestsSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/gains')

/** Begin a measurement of gains, and those that are kept. */
export default function GainsPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const scenes = useSceneList(team)
  return (
    <Page title={t('nav.gains')} team={team} head={<SceneFilter scenes={scenes.data?.items} scene={search.scene} pick={(scene) => void navigate({ search: loadTestsSearch({ scene }), replace: true })} />}>
      <Loaded query={scenes} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
        {(page) =>
          page.items.length === 0 ? (
            <section className="panel">
              <EmptyNote title={t('overview.none')} />
            </section>
          ) : (
            <GainForm
              key={search.scene ?? ''}
              team={team}
              scenes={page.items.map((s) => s.name)}
              scene={search.scene}
              started={(id) => void navigate({ to: '/t/$team/gains/$id', params: { team, id } })}
            />
          )
        }
      </Loaded>
      <KeptGains team={team} scene={search.scene} />
    </Page>
  )
}
