import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Problem } from '@/api/problem'
import { runQuery } from '@/api/runs'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { StateMark } from '@/components/state-mark'
import { JsonPanel, RunView, targetOf } from '@/features/run/run-view'

const route = getRouteApi('/t/$team/runs/$id')

/** A kept run under its own address: the same for everybody who opens it. */
export default function KeptRunPage() {
  const { t } = useTranslation()
  const { team, id } = route.useParams()
  const query = useQuery(runQuery(team, id))
  const run = query.data
  const gone = query.error instanceof Problem && query.error.status === 404
  return (
    <Page
      title={run ? `${run.scene ?? run.pipeline} · ${id.slice(0, 8)}` : id.slice(0, 8)}
      team={team}
      crumbs={[{ name: t('nav.run'), to: `/t/${team}/run` }]}
      head={
        run && (
          <>
            <StateMark state={run.outcome} />
            <span className="grow" />
            <Link className="button primary" to="/t/$team/run" params={{ team }} search={{ target: targetOf(run), source: run.source, again: `run:${id}` }}>
              {t('run.again')}
            </Link>
          </>
        )
      }
    >
      {gone ? (
        <section className="panel">
          <EmptyNote title={t('run.gone')}>
            {t('run.gone.why')}{' '}
            <Link to="/t/$team/run" params={{ team }}>
              {t('nav.run')}
            </Link>
          </EmptyNote>
        </section>
      ) : (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(data) => (
            <>
              <RunView team={team} run={data} kept />
              <JsonPanel title={t('trace.request')} value={data.request} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}
