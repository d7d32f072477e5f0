import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '@/api/runs'
import type { Drop, Lost, NewRun } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { LineLink } from './line-link'
import { atOf, dropFacts } from './place'

interface WhyNotProps {
  team: string
  /** The request that is asked once more. */
  again: NewRun
  /** draft, or the number of the version. */
  source: string
  pipeline: string
  /** What the run at hand was asked already. */
  told: readonly Lost[]
}

/** Asks why a document is not in the answer: the request runs once more, and the node that lost it is named. */
export function WhyNot({ team, again, source, pipeline, told }: WhyNotProps) {
  const { t } = useTranslation()
  const [id, setId] = useState('')
  const run = useRun(team)
  const lost = run.data?.why_not ?? told
  const ask = id.trim()
  return (
    <Panel title={t('why.not')} tools={<span className="dim small">{t('why.not.hint')}</span>}>
      <form
        className="row-of body"
        onSubmit={(e) => {
          e.preventDefault()
          if (ask !== '' && !run.isPending) run.mutate({ ...again, why_not: [{ id: ask }] })
        }}
      >
        <label className="row-of">
          {t('why.not.id')}
          <input className="input" name="why-not" maxLength={512} autoComplete="off" spellCheck={false} value={id} onChange={(e) => setId(e.target.value)} />
        </label>
        <button className="button" type="submit" disabled={ask === '' || run.isPending}>
          {run.isPending ? t('run.running') : t('why.not.go')}
        </button>
      </form>
      {run.error && <ErrorNote error={run.error} />}
      <div role="status">
        {lost.map((l) => (
          <LostView key={`${l.resource ?? ''}/${l.id}`} team={team} source={source} pipeline={pipeline} lost={l} />
        ))}
      </div>
    </Panel>
  )
}

function LostView({ team, source, pipeline, lost }: { team: string; source: string; pipeline: string; lost: Lost }) {
  const { t } = useTranslation()
  const facts = { id: lost.id, resource: lost.resource ?? '', rank: lost.rank ?? 0, pipeline }
  return (
    <div className="body lost" data-fate={lost.fate}>
      <p>
        <strong className="mono">{lost.resource ? `${lost.resource}/${lost.id}` : lost.id}</strong> {lost.fate === 'unknown' ? lost.message : t(`fate.${lost.fate}`, facts)}
      </p>
      {lost.drops && lost.drops.length > 0 && (
        <ol className="why">
          {lost.drops.map((d) => (
            <DropRow key={`${d.node} ${d.turn ?? ''}`} team={team} source={source} pipeline={pipeline} drop={d} />
          ))}
        </ol>
      )}
    </div>
  )
}

function DropRow({ team, source, pipeline, drop }: { team: string; source: string; pipeline: string; drop: Drop }) {
  const { t } = useTranslation()
  const at = atOf(drop.pos)
  const name = (
    <span className="mono">
      {drop.node}
      {drop.turn && <span className="dim"> [{drop.turn}]</span>}
    </span>
  )
  return (
    <li data-drop={drop.node} data-kind={drop.kind}>
      {at ? (
        <LineLink team={team} source={source} pipeline={pipeline} node={drop.node} at={at}>
          {name}
        </LineLink>
      ) : (
        name
      )}
      <span className="dim">{drop.op}</span>
      <span>{drop.rank ? <span className="dim">{t('drop.stood', { rank: drop.rank, of: drop.of ?? 0 })}</span> : null}</span>
      <span title={drop.message}>{drop.kind === 'cut' && !drop.after ? t('drop.cut.somewhere', { limit: drop.limit ?? 0 }) : t(`drop.${drop.kind}`, dropFacts(drop))}</span>
    </li>
  )
}
