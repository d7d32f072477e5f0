import { useTranslation } from 'react-i18next'
import type { Plan, PlanChange, PlanDetail } from '@/api/types'
import { EmptyNote, Note } from '@/components/notes'
import { TextDiff } from '@/components/text-diff'
import { findingTold } from '@/lib/i18n/finding'
import { detailTold } from './detail-told'

const SIGN = { added: '+', removed: '−', changed: '~' } as const

/** What differs: first what it means, with what may hurt; then the texts. */
export function PlanView({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const broken = plan.diagnostics.filter((d) => d.severity === 'error')
  if (plan.identical) return <EmptyNote title={t('plan.identical')} />
  return (
    <div className="plan">
      {plan.errors > 0 && (
        <Note tone="tone-bad" glyph="✕" title={t('plan.errors', { n: plan.errors })}>
          {broken.slice(0, 5).map((d) => (
            <span key={`${d.file} ${d.line} ${d.column} ${d.code}`}>
              <code>
                {d.file}:{d.line}
              </code>{' '}
              {findingTold(d).message}
            </span>
          ))}
        </Note>
      )}
      {plan.dangers > 0 && (
        <Note tone="tone-slow" glyph="▲" title={t('plan.dangers', { n: plan.dangers })}>
          {plan.errors === 0 && <span className="dim">{t('plan.dangers.note')}</span>}
        </Note>
      )}
      {plan.changes.length === 0 && plan.errors === 0 && <EmptyNote title={t('plan.textonly')} />}
      {plan.changes.length > 0 && (
        <ul className="plan-changes">
          {plan.changes.map((c) => (
            <Change key={`${c.kind} ${c.name}`} change={c} />
          ))}
        </ul>
      )}
      {plan.files.map((f) => (
        <TextDiff key={f.path} file={f} open={plan.files.length === 1} />
      ))}
    </div>
  )
}

function Change({ change: c }: { change: PlanChange }) {
  const { t } = useTranslation()
  return (
    <li data-change={c.change} data-name={c.name}>
      <h3>
        <span className={`sign ${c.change}`}>{SIGN[c.change]}</span> {t(`plan.kind.${c.kind}`)} <code>{c.name}</code>{' '}
        <span className="dim">
          {t(`plan.${c.change}`)}
          {c.same > 0 && ` · ${t('plan.same', { n: c.same })}`}
          {c.scenes.length > 0 && ` · ${t('plan.scenes', { names: c.scenes.join(', ') })}`}
        </span>
      </h3>
      {c.details.length > 0 && (
        <ul>
          {c.details.map((d, i) => (
            <Detail key={`${d.part} ${d.name} ${d.what ?? ''} ${i}`} detail={d} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Detail({ detail: d }: { detail: PlanDetail }) {
  const { t } = useTranslation()
  return (
    <li data-danger={d.danger}>
      <span className={`sign ${d.change}`} aria-label={t(`plan.${d.change}`)}>
        {SIGN[d.change]}
      </span>
      <span>
        {detailTold(t, d)}
        {d.danger && (
          <span className="danger">
            <span className="glyph" aria-hidden="true">
              ▲
            </span>{' '}
            {t(`danger.${d.danger}`)}
          </span>
        )}
      </span>
    </li>
  )
}
