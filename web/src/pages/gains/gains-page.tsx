import '@/theme/run.css'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KeptGains } from '@/features/gain/kept-list'
import { GainForm } from '@/features/gain/start-form'
import { KeptPage } from '@/features/kept/page'
import { loadTestsSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/gains')

/** Begin a measurement of gains, and those that are kept. */
export default function GainsPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <KeptPage
      title={t('nav.gains')}
      team={team}
      scene={search.scene}
      pick={(scene) => void navigate({ search: loadTestsSearch({ scene }), replace: true })}
      form={(scenes) => (
        <GainForm
          key={search.scene ?? ''}
          team={team}
          scenes={scenes}
          scene={search.scene}
          started={(id) => void navigate({ to: '/t/$team/gains/$id', params: { team, id } })}
        />
      )}
    >
      <KeptGains team={team} scene={search.scene} />
    </KeptPage>
  )
}
