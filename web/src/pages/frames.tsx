import { getRouteApi, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/session'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Frame } from '@/features/frame/frame'

const teamRoute = getRouteApi('/t/$team')

/** Keyed by team: another team is another page, with its own topics and half-made edits. */
export function TeamFrame() {
  const { team } = teamRoute.useParams()
  const { me } = teamRoute.useRouteContext()
  const known = me.teams.some((m) => m.team === team)
  return (
    <Frame key={team} team={team}>
      {known ? <Outlet /> : <NoTeam team={team} />}
    </Frame>
  )
}

function NoTeam({ team }: { team: string }) {
  const { t } = useTranslation()
  return (
    <Page title={team}>
      <section className="panel">
        <EmptyNote title={t('error.noteam', { team })}>{t('error.forbidden.who')}</EmptyNote>
      </section>
    </Page>
  )
}

const MePage = lazy(() => import('@/pages/me/me-page'))

/** The reader's own page stands in the frame of the first team. */
export function MeFrame() {
  const team = useMe().data?.teams[0]?.team
  const page = (
    <Suspense>
      <MePage />
    </Suspense>
  )
  return team === undefined ? <main className="scroll">{page}</main> : <Frame team={team}>{page}</Frame>
}
