import '@/theme/degrade.css'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { canEdit, useRole } from '@/api/session'
import { useSimulate, useSimulations } from '@/api/simulations'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { SimulationCharts } from '@/features/simulate/simulation-charts'
import { SimulationClasses } from '@/features/simulate/simulation-classes'
import { SimulationForm } from '@/features/simulate/simulation-form'
import { SimulationTable } from '@/features/simulate/simulation-table'
import { simulateSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/simulate')

/** Floods under a virtual clock: the controller that serves beside what it is compared with. */
export default function SimulatePage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const there = useSimulations(team)
  const { run: simulate, soFar } = useSimulate(team)
  const of = simulate.variables?.policies.length ?? 0
  const may = canEdit(useRole(team))
  return (
    <Page title={t('nav.simulate')} team={team}>
      <p className="dim">{t('simulate.what')}</p>
      <Loaded query={there} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
        {(list) => (
          <SimulationForm
            there={list}
            scenario={search.scenario ?? ''}
            setScenario={(scenario) => void navigate({ search: simulateSearch({ scenario }), replace: true })}
            may={may}
            running={simulate.isPending}
            run={(s) => simulate.mutate(s)}
          />
        )}
      </Loaded>
      {simulate.error && (
        <section className="panel">
          <ErrorNote error={simulate.error} />
        </section>
      )}
      {simulate.isPending && soFar && (
        <p className="dim" role="status">
          {t('simulate.running.of', { done: soFar.results.length, of })}
        </p>
      )}
      {soFar ? (
        <>
          <SimulationTable s={soFar} />
          <SimulationClasses s={soFar} />
          <SimulationCharts s={soFar} />
        </>
      ) : (
        <section className="panel">
          <EmptyNote title={simulate.isPending ? t('simulate.running.long') : t('simulate.none')} />
        </section>
      )}
    </Page>
  )
}
