import '@/theme/run.css'
import { Link } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Run } from '@/api/types'
import { Note } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { When } from '@/components/when'
import { ArmsOf } from '@/features/scene/arms-of'
import { spansOfRun } from '@/features/traces/spans'
import { WhyNot } from '@/features/why/why-not'
import { Waterfall } from '@/features/traces/waterfall'
import { millis, NONE, percent, plain } from '@/lib/format'
import { saidAnew } from '@/lib/i18n/refused'
import { Answer } from './answer'
import { againOf } from './target'

/** Everything that became of one request; `kept` when it stands under its own address. */
export function RunView({ team, run, kept = false }: { team: string; run: Run; kept?: boolean }) {
  const { t } = useTranslation()
  const spans = useMemo(() => spansOfRun(run.nodes), [run])
  return (
    <>
      <RunFacts team={team} run={run} kept={kept} />
      {run.message && run.outcome !== 'ok' && (
        <section className="panel">
          <Note tone={run.outcome === 'failed' || run.outcome === 'timeout' ? 'tone-bad' : 'tone-slow'} glyph="✕" title={saidAnew(run.message)} />
        </section>
      )}
      {run.notes.length > 0 && (
        <section className="panel">
          <Note tone="tone-slow" glyph="▲" title={t('run.notes')}>
            <ul className="plain-list">
              {run.notes.map((n) => (
                <li key={n}>{saidAnew(n)}</li>
              ))}
            </ul>
          </Note>
        </section>
      )}
      <Answer key={run.id} team={team} run={run} />
      {run.count > 0 && <WhyNot key={`not ${run.id}`} team={team} again={againOf(run)} source={run.source} pipeline={run.served || run.pipeline} told={run.why_not ?? []} />}
      {run.values && Object.keys(run.values).length > 0 && <JsonPanel title={t('run.values')} value={run.values} />}
      {spans.length > 0 && <Waterfall spans={spans} tookMs={run.took_ms} deadlineMs={run.deadline_ms} team={team} source={run.source} pipeline={run.served || run.pipeline} />}
    </>
  )
}

export function JsonPanel({ title, value }: { title: string; value: unknown }) {
  return (
    <Panel title={title}>
      <pre className="body code" tabIndex={0} aria-label={title}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </Panel>
  )
}

export function targetOf(run: Pick<Run, 'scene' | 'pipeline'>): string {
  return run.scene ? `scene:${run.scene}` : `pipeline:${run.pipeline}`
}

export function sourceWord(source: string, draft: string): string {
  return source === 'draft' ? draft : `v${source}`
}

function RunFacts({ team, run, kept }: { team: string; run: Run; kept: boolean }) {
  const { t } = useTranslation()
  const off = run.nodes.filter((n) => n.skipped).length
  const facts: [string, ReactNode][] = [
    [t('trace.outcome'), <StateMark state={run.outcome} />],
    [t('trace.time'), <Q of={millis(run.took_ms)} />],
    [t('run.deadline'), <Q of={millis(run.deadline_ms > 0 ? run.deadline_ms : null)} />],
    [t('trace.items'), run.count],
    [t('trace.coverage'), <Q of={percent(run.coverage)} />],
    [t('run.skipped'), off],
    [t('run.served'), <span className="mono">{run.served || NONE}</span>],
    ...(run.tier ? [[t('trace.tier'), run.tier] as [string, ReactNode]] : []),
    ...(run.experiments ? [[t('experiment.arms'), <ArmsOf arms={run.experiments} />] as [string, ReactNode]] : []),
    [t('run.source'), sourceWord(run.source, t('run.draft'))],
    [t('run.by'), run.by],
    [t('trace.at'), <When at={run.at} />],
  ]
  return (
    <section className="panel" aria-label={t('run.title')} data-run={run.id} data-outcome={run.outcome}>
      <div className="row-of between">
        <dl className="strip">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="row-of body">
          <CopyLink key={run.id} team={team} id={run.id} />
          {!kept && (
            <Link className="button" to="/t/$team/runs/$id" params={{ team, id: run.id }}>
              {t('run.permalink')}
            </Link>
          )}
        </div>
      </div>
      <span className="hidden-label" role="status">
        {t('run.done', { n: run.count, ms: plain(millis(run.took_ms)) })}
      </span>
    </section>
  )
}

function CopyLink({ team, id }: { team: string; id: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  // Without a secure context there is no clipboard; the permalink beside it can be opened.
  if (!navigator.clipboard) return null
  const address = new URL(`t/${team}/runs/${id}`, document.baseURI).href
  return (
    <button className="button quiet" onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}>
      {copied ? t('action.copied') : t('run.copylink')}
    </button>
  )
}
