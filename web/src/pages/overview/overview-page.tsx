import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { DatabaseBanner } from '@/features/overview/database-banner'
import { EventList } from '@/features/overview/event-list'
import { KpiRow } from '@/features/overview/kpi-row'
import { ResourcesNotOk } from '@/features/overview/resource-list'
import { SceneTable } from '@/features/overview/scene-table'
import { TrafficControl } from '@/features/overview/traffic-control'

const route = getRouteApi('/t/$team/overview')

/** The live board: the team in figures, scenes by trouble, resources not OK, what happened. */
export default function OverviewPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  return (
    <Page title={t('nav.overview')} team={team}>
      <DatabaseBanner team={team} />
      <KpiRow team={team} />
      <TrafficControl team={team} />
      <SceneTable team={team} foldAbove={20} empty={<NoScenes />} />
      <div className="split">
        <ResourcesNotOk team={team} />
        <EventList team={team} />
      </div>
    </Page>
  )
}

/** The way to the first scene: each step is one command. */
function NoScenes() {
  const { t } = useTranslation()
  return (
    <EmptyNote title={t('overview.none')}>
      <ol className="steps">
        <li>
          {t('overview.step.write')} <code>resource · pipeline · scene</code>
        </li>
        <li>
          {t('overview.step.check')} <code>riffle check project.riffle</code>
        </li>
        <li>
          {t('overview.step.put')} <code>riffle put RESOURCE documents.ndjson</code>
        </li>
      </ol>
    </EmptyNote>
  )
}
