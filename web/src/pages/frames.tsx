import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/session'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Frame } from '@/features/frame/frame'
import { later } from '@/lib/later'

const teamRoute = getRouteApi('/t/$team')

/** Keyed by team: another team is another page, with its own topics and half-made edits. */
export function TeamFrame() {
  const { team } = teamRoute.useParams()
  const { me } = teamRoute.useRouteContext()
  const known = me.teams.some((m) => m.team === team)
  if (!known) return <NoTeam team={team} yours={me.teams.map((m) => m.team)} />
  return (
    <Frame key={team} team={team}>
      <Outlet />
    </Frame>
  )
}

/** Stands alone: a menu of pages and a connection would promise a team that is not there. */
function NoTeam({ team, yours }: { team: string; yours: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <main className="scroll">
      <Page title={team}>
        <section className="panel">
          <EmptyNote title={t('error.noteam', { team })}>
            <p>{t('error.forbidden.who')}</p>
            <p>
              {t('me.teams')}:{' '}
              {yours.map((name) => (
                <Link key={name} to="/t/$team/overview" params={{ team: name }} className="button">
                  {name}
                </Link>
              ))}{' '}
              <Link to="/me">{t('nav.me')}</Link>
            </p>
          </EmptyNote>
        </section>
      </Page>
    </main>
  )
}

const MePage = later(() => import('@/pages/me/me-page'))

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
