import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive, useLoadTopic } from '@/api/live'
import { loadKey } from '@/api/live/loadtest'
import { useAbortLoadTest, useLoadTest } from '@/api/loadtests'
import { Problem } from '@/api/problem'
import { useRole } from '@/api/session'
import type { LoadTest, LoadTestLive } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { Facts } from '@/components/facts'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Q } from '@/components/q'
import { When } from '@/components/when'
import { LoadCharts } from '@/features/loadtest/load-charts'
import { VerdictMark } from '@/features/loadtest/verdict-mark'
import { ReportTables, SumsStrip, VerdictPanel } from '@/features/loadtest/verdict-panel'
import { count } from '@/lib/format'
import { instant } from '@/lib/time'

const route = getRouteApi('/t/$team/loadtests/$id')

/** One load test: its curves while it runs, then its verdict. */
export default function LoadTestPage() {
  const { t } = useTranslation()
  const { team, id } = route.useParams()
  const query = useLoadTest(team, id)
  const test = query.data
  const gone = query.error instanceof Problem && query.error.status === 404
  const running = test?.state === 'running'
  return (
    <Page
      title={test ? `${test.scene} · ${id.slice(0, 8)}` : id.slice(0, 8)}
      team={team}
      crumbs={[{ name: t('nav.loadtests'), to: `/t/${team}/loadtests` }]}
      head={
        test && (
          <>
            <VerdictMark of={test.result ?? test.state} />
            {test.result && test.state === 'aborted' && <span className="dim">{t('load.aborted')}</span>}
            <span className="grow" />
            {running ? <Abort team={team} id={id} scene={test.scene} /> : <Again team={team} scene={test.scene} />}
          </>
        )
      }
    >
      {gone ? (
        <section className="panel">
          <EmptyNote title={t('load.gone')}>{t('load.gone.why')}</EmptyNote>
        </section>
      ) : (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(data) => <Shown team={team} test={data} read={() => void query.refetch()} />}
        </Loaded>
      )}
    </Page>
  )
}

function Again({ team, scene }: { team: string; scene: string }) {
  const { t } = useTranslation()
  return (
    <Link className="button" to="/t/$team/loadtests" params={{ team }} search={{ scene }}>
      {t('load.another')}
    </Link>
  )
}

function Abort({ team, id, scene }: { team: string; id: string; scene: string }) {
  const { t } = useTranslation()
  const owner = useRole(team) === 'owner'
  const abort = useAbortLoadTest(team, id)
  const [asking, setAsking] = useState(false)
  if (!owner) return null
  return (
    <>
      {abort.error && <ErrorNote error={abort.error} />}
      <button className="button" disabled={abort.isPending || abort.isSuccess} onClick={() => setAsking(true)}>
        {t('load.abort')}
      </button>
      <Confirm title={t('load.abort')} effect={t('load.abort.effect', { scene })} action={t('load.abort')} opened={asking} close={() => setAsking(false)} run={() => abort.mutate()} />
    </>
  )
}

function Shown({ team, test, read }: { team: string; test: LoadTest; read: () => void }) {
  const { t } = useTranslation()
  const running = test.state === 'running'
  useLoadTopic(team, test.id, running)
  const live = useLive<LoadTestLive>(loadKey(team, test.id))
  // The end is told by the socket first; the report comes by GET, as soon as it is kept.
  const over = running && live !== undefined && live.state !== 'running'
  useEffect(() => {
    if (over) read()
  }, [over, read])
  const { report, spec } = test
  const points = report?.points ?? live?.points ?? []
  const sums = report?.sums ?? live?.sums
  const begin = Math.floor((instant(test.at) ?? 0) / 1000)
  return (
    <>
      <section className="panel">
        <Facts
          of={[
            [t('load.profile'), t(`load.profile.${spec.profile.kind}`)],
            [spec.closed ? t('load.users.peak') : t('load.peak'), <Q key="peak" of={count(test.peak)} />],
            [t('load.duration'), `${test.length_s} s`],
            [t('load.from'), t(`load.from.${test.from}`)],
            [t('load.place'), t(`load.place.${test.place}`)],
            [t('resource.version'), String(test.version)],
            [t('run.by'), test.by],
            [t('trace.at'), <When key="at" at={test.at} full />],
            ...(test.note ? [[t('load.note'), test.note] as const] : []),
          ]}
        />
      </section>
      {sums && (
        <section className="panel" aria-live="off">
          <SumsStrip sums={sums} />
        </section>
      )}
      {test.state === 'lost' && (
        <section className="panel">
          <EmptyNote title={t('load.lost.state')}>{t('load.lost.why')}</EmptyNote>
        </section>
      )}
      {(points.length > 0 || running) && <LoadCharts id={test.id} points={points} begin={begin} length={report ? report.took_s : test.length_s} p99={spec.objectives.p99_ms} />}
      {report && (
        <>
          <VerdictPanel report={report} />
          <ReportTables report={report} />
        </>
      )}
    </>
  )
}
