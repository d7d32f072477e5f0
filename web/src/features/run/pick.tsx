import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runQuery, useRuns } from '@/api/runs'
import { useRecorded } from '@/api/scenes'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { When } from '@/components/when'
import { millis } from '@/lib/format'
import { saidAnew } from '@/lib/i18n/refused'
import type { Values } from './form'

interface PickProps {
  team: string
  scene: string
  pipeline: string
  shown: string | undefined
  show: (run: string) => void
  fill: (request: Values) => void
}

/** Requests to take values from: runs made before, and what real clients asked. */
export function Pick(props: PickProps) {
  const { t } = useTranslation()
  const [of, setOf] = useState<'runs' | 'recorded'>('runs')
  const recorded = of === 'recorded' && props.scene !== ''
  return (
    <Panel
      title={t('run.pick')}
      tools={
        props.scene !== '' && (
          <span className="segments" role="group" aria-label={t('run.pick')}>
            <button type="button" aria-pressed={!recorded} onClick={() => setOf('runs')}>
              {t('run.recent')}
            </button>
            <button type="button" aria-pressed={recorded} onClick={() => setOf('recorded')}>
              {t('run.recorded')}
            </button>
          </span>
        )
      }
    >
      {recorded ? <Recorded {...props} /> : <Recent {...props} />}
    </Panel>
  )
}

function Recent({ team, scene, pipeline, shown, show, fill }: PickProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const runs = useRuns(team, { scene: scene || undefined, pipeline: pipeline || undefined })
  const take = async (id: string) => {
    show(id)
    const run = await client.ensureQueryData(runQuery(team, id))
    fill(run.request)
  }
  if (runs.error && !runs.data) return <ErrorNote error={runs.error} retry={() => void runs.refetch()} />
  if (runs.data?.items.length === 0) return <EmptyNote title={t('run.norecent')} />
  return (
    <ul className="pick" tabIndex={0} aria-label={t('run.recent')}>
      {runs.data?.items.map((r) => (
        <li key={r.id} aria-current={r.id === shown || undefined}>
          <button type="button" onClick={() => void take(r.id)} title={[r.asked, r.message && saidAnew(r.message)].filter(Boolean).join('\n')}>
            <span className="dim">
              <When at={r.at} />
            </span>
            <StateMark state={r.outcome} />
            <span className="dim">{r.source === 'draft' ? t('run.draft') : `v${r.source}`}</span>
            <Q of={millis(r.took_ms)} />
            <span className="asked mono dim">{r.asked ?? '{}'}</span>
          </button>
          {shown !== undefined && shown !== r.id && (
            <Link to="/t/$team/runs/compare" params={{ team }} search={{ a: r.id, b: shown }} className="pick-side">
              {t('run.compare')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Recorded({ team, scene, fill }: PickProps) {
  const { t } = useTranslation()
  const recorded = useRecorded(team, scene)
  if (recorded.error && !recorded.data) return <ErrorNote error={recorded.error} retry={() => void recorded.refetch()} />
  if (recorded.data?.items.length === 0) return <EmptyNote title={t('run.norecorded')}>{t('run.norecorded.why')}</EmptyNote>
  return (
    <ul className="pick" tabIndex={0} aria-label={t('run.recorded')}>
      {recorded.data?.items.map((r, i) => (
        <li key={`${r.at}/${i}`}>
          <button type="button" onClick={() => fill(r.request)}>
            <span className="dim">
              <When at={r.at} />
            </span>
            <StateMark state={r.outcome} />
            <span />
            <Q of={millis(r.took_ms)} />
            <span className="asked mono dim" title={JSON.stringify(r.request)}>
              {JSON.stringify(r.request)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
