import { useTranslation } from 'react-i18next'
import { useRun } from '@/api/runs'
import type { Trace } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Answer } from '@/features/run/answer'
import { againOf } from '@/features/run/target'
import { WhyNot } from './why-not'

/** A trace holds no items: its request runs once more, of the same version, with what placed each item. */
export function ExplainAgain({ team, trace }: { team: string; trace: Trace }) {
  const { t } = useTranslation()
  const run = useRun(team)
  const body = { scene: trace.scene, source: String(trace.version), request: trace.request ?? {}, explain: true }
  if (run.data) {
    return (
      <>
        <Answer key={run.data.id} team={team} run={run.data} />
        <WhyNot team={team} again={againOf(run.data)} source={run.data.source} pipeline={run.data.served || run.data.pipeline} told={[]} />
      </>
    )
  }
  return (
    <Panel title={t('run.answer')}>
      <div className="row-of body">
        <button type="button" className="button" disabled={run.isPending || trace.request == null} onClick={() => run.mutate(body)} data-explain>
          {run.isPending ? t('run.running') : t('why.explain')}
        </button>
        <span className="dim small">{t(trace.request == null ? 'why.norequest' : 'why.explain.hint', { n: trace.version })}</span>
      </div>
      {run.error && <ErrorNote error={run.error} />}
    </Panel>
  )
}
