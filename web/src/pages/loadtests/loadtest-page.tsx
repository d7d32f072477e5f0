import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive, useLoadTopic } from '@/api/live'
import { loadKey } from '@/api/live/loadtest'
import { useAbortLoadTest, useLoadTest } from '@/api/loadtests'
import { useRole } from '@/api/session'
import type { LoadTest, LoadTestLive } from '@/api/types'
import { Facts } from '@/components/facts'
import { EmptyNote } from '@/components/notes'
import { Q } from '@/components/q'
import { When } from '@/components/when'
import { Abort } from '@/features/kept/abort'
import { KeptOnePage } from '@/features/kept/one-page'
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
  const owner = useRole(team) === 'owner'
  const abort = useAbortLoadTest(team, id)
  return (
    <KeptOnePage
      team={team}
      id={id}
      query={query}
      list={{ name: t('nav.loadtests'), to: `/t/${team}/loadtests` }}
      gone={t('load.gone')}
      goneWhy={t('load.gone.why')}
      head={(test) => (
        <>
          <VerdictMark of={test.result ?? test.state} />
          {test.result && test.state === 'aborted' && <span className="dim">{t('load.aborted')}</span>}
          <span className="grow" />
          {test.state !== 'running' ? (
            <Link className="button" to="/t/$team/loadtests" params={{ team }} search={{ scene: test.scene }}>
              {t('load.another')}
            </Link>
          ) : (
            owner && <Abort abort={abort} effect={t('load.abort.effect', { scene: test.scene })} />
          )}
        </>
      )}
    >
      {(test) => <Shown team={team} test={test} read={() => void query.refetch()} />}
    </KeptOnePage>
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
      {(points.length > 0 || running) && <LoadCharts id={test.id} points={points} begin={begin} length={report ? report.took_s : test.length_s} p99={spec.objectives?.p99_ms} />}
      {report && (
        <>
          <VerdictPanel report={report} />
          <ReportTables report={report} />
        </>
      )}
    </>
  )
}
