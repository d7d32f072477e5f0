import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunWhy, Stage } from '@/api/types'
import { number } from '@/features/run/cell'
import { LineLink } from './line-link'
import { atOf, shown, telling } from './place'

interface ItemWhyProps {
  team: string
  source: string
  pipeline: string
  why: RunWhy
}

/** How an item came where it is: who brought it, what scored and moved it; on demand its place behind every node. */
export function ItemWhy({ team, source, pipeline, why }: ItemWhyProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const few = telling(why.stages)
  const stages = all || few.length === 0 ? why.stages : few
  return (
    <div className="why-item">
      <ol className="why" aria-label={t('run.why', { key: why.key })}>
        {stages.map((s) => (
          <StageRow key={s.node} team={team} source={source} pipeline={pipeline} stage={s} />
        ))}
      </ol>
      {few.length > 0 && few.length < why.stages.length && (
        <button type="button" className="link-button small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('why.few') : t('why.all', { n: why.stages.length })}
        </button>
      )}
    </div>
  )
}

function StageRow({ team, source, pipeline, stage: s }: { team: string; source: string; pipeline: string; stage: Stage }) {
  const { t } = useTranslation()
  const at = atOf(s.pos)
  const moved = s.moved ?? 0
  return (
    <li data-stage={s.node}>
      {at ? (
        <LineLink team={team} source={source} pipeline={pipeline} node={s.node} at={at}>
          <span className="mono">{s.node}</span>
        </LineLink>
      ) : (
        <span className="mono">{s.node}</span>
      )}
      <span className="dim">{s.op}</span>
      <span>
        <strong>#{s.rank}</strong> <span className="dim">{t('why.of', { n: s.of })}</span>
      </span>
      <span className="why-words">
        {s.source && <span className="chip">{t('why.brought')}</span>}
        {s.scored && <span className="chip">{t('why.scored')}</span>}
        {moved !== 0 && <span className="chip">{t(moved > 0 ? 'why.up' : 'why.down', { n: Math.abs(moved) })}</span>}
        {s.score !== undefined && <span title={String(s.score)}>{number(s.score)}</span>}
        {(s.columns ?? []).map((c) => (
          <span key={c.name} className="dim mono small" title={`${c.name} = ${shown(c.value)}`}>
            {c.name} = {shown(c.value)}
          </span>
        ))}
      </span>
    </li>
  )
}
