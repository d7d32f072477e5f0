import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { useLoadSample } from '@/api/sample'
import { canEdit, useRole } from '@/api/session'
import { useHasTraffic } from '@/api/traffic'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { BoneRows, Table } from '@/components/table'
import { Circuits } from '@/features/overview/circuits'
import { DatabaseBanner } from '@/features/overview/database-banner'
import { Drills } from '@/features/overview/drills'
import { EventList } from '@/features/overview/event-list'
import { KpiRow } from '@/features/overview/kpi-row'
import { ResourcesNotOk } from '@/features/overview/resource-list'
import { SceneTable, useSceneColumns } from '@/features/overview/scene-table'
import { TrafficControl } from '@/features/overview/traffic-control'
import { remember, remembered } from '@/lib/remember'

const route = getRouteApi('/t/$team/overview')
/** More quiet scenes than this are folded away. */
const FOLD = 20

/** The live board: the team in figures, scenes by trouble, resources not OK, what happened. */
export default function OverviewPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  return (
    <Page title={t('nav.overview')} team={team}>
      <DatabaseBanner team={team} />
      <Drills team={team} />
      <Circuits team={team} />
      <KpiRow team={team} />
      <Board team={team} />
    </Page>
  )
}

/** Appears as one, when everything that decides its geometry is known: nothing is pushed down by what comes later. */
function Board({ team }: { team: string }) {
  const scenes = useLive<string[]>(keys.scenes(team))
  const traffic = useHasTraffic(team)
  useEffect(() => {
    if (scenes && traffic !== undefined) {
      remember(`${team}.scenes`, Math.min(scenes.length, FOLD))
      remember(`${team}.traffic`, traffic ? 1 : 0)
    }
  }, [team, scenes, traffic])
  if (!scenes || traffic === undefined) return <BoardBones team={team} />
  return (
    <>
      <TrafficControl team={team} />
      <SceneTable team={team} foldAbove={FOLD} empty={<NoScenes team={team} />} />
      <div className="split">
        <ResourcesNotOk team={team} />
        <EventList team={team} />
      </div>
    </>
  )
}

function BoardBones({ team }: { team: string }) {
  const { t } = useTranslation()
  const columns = useSceneColumns()
  return (
    <>
      {remembered(`${team}.traffic`, 0) > 0 && <section className="panel traffic" aria-hidden="true" />}
      <Panel title={t('nav.scenes')}>
        <Table label={t('nav.scenes')} columns={columns}>
          <BoneRows rows={Math.max(1, remembered(`${team}.scenes`, 4))} columns={columns} />
        </Table>
      </Panel>
    </>
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
