import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLoadSample } from '@/api/sample'
import { canEdit, useRole } from '@/api/session'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { DatabaseBanner } from '@/features/overview/database-banner'
import { Drills } from '@/features/overview/drills'
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
      <Drills team={team} />
      <KpiRow team={team} />
      <TrafficControl team={team} />
      <SceneTable team={team} foldAbove={20} empty={<NoScenes team={team} />} />
      <div className="split">
        <ResourcesNotOk team={team} />
        <EventList team={team} />
      </div>
    </Page>
  )
}

/** The way to the first scene: three steps, or a sample to look at. */
function NoScenes({ team }: { team: string }) {
  const { t } = useTranslation()
  const editor = canEdit(useRole(team))
  const sample = useLoadSample(team)
  return (
    <>
      <EmptyNote title={t('overview.none')}>
        <ol className="steps">
          <li>
            {t('overview.step.write')}{' '}
            <Link to="/t/$team/pipelines" params={{ team }}>
              {t('nav.pipelines')}
            </Link>{' '}
            <code>resource · pipeline · scene</code>
          </li>
          <li>
            {t('overview.step.check')} <code>riffle check project.riffle</code>
          </li>
          <li>
            {t('overview.step.put')}{' '}
            <Link to="/t/$team/resources" params={{ team }}>
              {t('nav.resources')}
            </Link>{' '}
            <code>riffle put RESOURCE documents.ndjson</code>
          </li>
        </ol>
        {editor && (
          <span className="row-of sample">
            <button className="button primary" onClick={() => sample.mutate()} disabled={sample.isPending || sample.isSuccess}>
              {sample.isPending || sample.isSuccess ? t('overview.sample.loading') : t('overview.sample')}
            </button>
            {t('overview.sample.hint')}
          </span>
        )}
      </EmptyNote>
      {sample.error && <ErrorNote error={sample.error} />}
    </>
  )
}
