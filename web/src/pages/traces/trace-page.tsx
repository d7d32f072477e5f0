import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Problem } from '@/api/problem'
import { useTrace } from '@/api/traces'
import type { Trace } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { When } from '@/components/when'
import { ArmsOf } from '@/features/scene/arms-of'
import { keptWord } from '@/features/traces/kept'
import { Waterfall } from '@/features/traces/waterfall'
import { ExplainAgain } from '@/features/why/explain-again'
import { UnansweredNote } from '@/features/why/unanswered'
import { millis, NONE, percent } from '@/lib/format'

const route = getRouteApi('/t/$team/traces/$id')

export default function TracePage() {
  const { t } = useTranslation()
  const { team, id } = route.useParams()
  const query = useTrace(team, id)
  const gone = query.error instanceof Problem && query.error.status === 404
  return (
    <Page
      title={id.slice(0, 12)}
      team={team}
      crumbs={[{ name: t('nav.traces'), to: `/t/${team}/traces` }]}
      head={
        query.data && (
          <>
            <StateMark state={query.data.outcome} />
            <span className="grow" />
            <Link className="button primary" to="/t/$team/run" params={{ team }} search={{ target: `scene:${query.data.scene}`, source: 'live', again: `trace:${id}` }}>
              {t('run.again')}
            </Link>
          </>
        )
      }
    >
      {gone ? (
        <section className="panel">
          <EmptyNote title={t('error.missing')}>
            {t('trace.missing')}{' '}
            <Link to="/t/$team/traces" params={{ team }}>
              {t('nav.traces')}
            </Link>
          </EmptyNote>
        </section>
      ) : (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(trace) => (
            <>
              <Facts team={team} trace={trace} />
              <UnansweredNote team={team} trace={trace} />
              <Waterfall spans={trace.nodes} tookMs={trace.took_ms} deadlineMs={trace.deadline_ms} team={team} source={String(trace.version)} pipeline={trace.scene} />
              <ExplainAgain team={team} trace={trace} />
              <Panel title={t('trace.request')}>
                <pre className="body code" tabIndex={0}>
                  {JSON.stringify(trace.request, null, 2)}
                </pre>
              </Panel>
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function Facts({ team, trace }: { team: string; trace: Trace }) {
  const { t } = useTranslation()
  return (
    <section className="panel" aria-label={t('trace.id')}>
      <dl className="strip">
        <div>
          <dt>{t('trace.scene')}</dt>
          <dd>
            <Link to="/t/$team/scenes/$scene" params={{ team, scene: trace.scene }}>
              {trace.scene}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('trace.at')}</dt>
          <dd>
            <When at={trace.at} />
          </dd>
        </div>
        <div>
          <dt>{t('trace.time')}</dt>
          <dd>
            <Q of={millis(trace.took_ms)} />
          </dd>
        </div>
        <div>
          <dt>{t('trace.items')}</dt>
          <dd>{trace.items}</dd>
        </div>
        <div>
          <dt>{t('trace.coverage')}</dt>
          <dd>
            <Q of={percent(trace.coverage)} />
          </dd>
        </div>
        <div>
          <dt>{t('trace.level')}</dt>
          <dd>{trace.level === 0 ? '0' : `L${trace.level}`}</dd>
        </div>
        <div>
          <dt>{t('trace.tier')}</dt>
          <dd>{trace.tier || NONE}</dd>
        </div>
        {trace.experiments && (
          <div>
            <dt>{t('experiment.arms')}</dt>
            <dd>
              <ArmsOf arms={trace.experiments} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('resource.version')}</dt>
          <dd>v{trace.version}</dd>
        </div>
        {trace.parent_trace && (
          <div>
            <dt>{t('trace.parent')}</dt>
            <dd className="mono" title={trace.parent_trace}>
              {trace.parent_trace.slice(0, 12)}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('trace.kept')}</dt>
          <dd data-reasons={trace.reasons.join(' ')}>{trace.reasons.map((r) => keptWord(t, r)).join(' · ')}</dd>
        </div>
      </dl>
    </section>
  )
}
