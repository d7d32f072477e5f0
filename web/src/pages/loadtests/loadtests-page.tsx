import '@/theme/run.css'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KeptPage } from '@/features/kept/page'
import { KeptLoadTests } from '@/features/loadtest/kept-list'
import { StartForm } from '@/features/loadtest/start-form'
import { loadTestsSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/loadtests')

/** Begin a load test, and those that are kept. */
export default function LoadTestsPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <KeptPage
      title={t('nav.loadtests')}
      team={team}
      scene={search.scene}
      pick={(scene) => void navigate({ search: loadTestsSearch({ scene }), replace: true })}
      form={(scenes) => (
        <StartForm
          key={search.scene ?? ''}
          team={team}
          scenes={scenes}
          scene={search.scene}
          started={(id) => void navigate({ to: '/t/$team/loadtests/$id', params: { team, id } })}
        />
      )}
    >
      <KeptLoadTests team={team} scene={search.scene} />
    </KeptPage>
  )
}
