import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbortGain, useGain } from '@/api/gains'
import { Problem } from '@/api/problem'
import { canEdit, useRole } from '@/api/session'
import type { Gain } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { Facts } from '@/components/facts'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote, Note } from '@/components/notes'
import { Page } from '@/components/page'
import { When } from '@/components/when'
import { MeasuredTable } from '@/features/gain/measured-table'
import { Proposals } from '@/features/gain/proposals'
import { GainMark } from '@/features/gain/state-mark'

const route = getRouteApi('/t/$team/gains/$id')

/** One measurement: how far it is, then what the parts are worth and what the text should say. */
export default function GainPage() {
  const { t } = useTranslation()
  const { team, id } = route.useParams()
  const query = useGain(team, id)
  const gain = query.data
  const gone = query.error instanceof Problem && query.error.status === 404
  return (
    <Page
      title={gain ? `${gain.scene} · ${id.slice(0, 8)}` : id.slice(0, 8)}
      team={team}
      crumbs={[{ name: t('nav.gains'), to: `/t/${team}/gains` }]}
      head={
        gain && (
          <>
            <GainMark state={gain.state} />
            <span className="grow" />
            {gain.state === 'running' ? (
              <Abort team={team} id={id} scene={gain.scene} />
            ) : (
              <Link className="button" to="/t/$team/gains" params={{ team }} search={{ scene: gain.scene }}>
                {t('gain.another')}
              </Link>
            )}
          </>
        )
      }
    >
      {gone ? (
        <section className="panel">
          <EmptyNote title={t('gain.gone')}>{t('gain.gone.why')}</EmptyNote>
        </section>
      ) : (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(data) => <Shown team={team} gain={data} />}
        </Loaded>
      )}
    </Page>
  )
}

function Abort({ team, id, scene }: { team: string; id: string; scene: string }) {
  const { t } = useTranslation()
  const may = canEdit(useRole(team))
  const abort = useAbortGain(team, id)
  const [asking, setAsking] = useState(false)
  if (!may) return null
  return (
    <>
      {abort.error && <ErrorNote error={abort.error} />}
      <button className="button" disabled={abort.isPending || abort.isSuccess} onClick={() => setAsking(true)}>
        {t('load.abort')}
      </button>
      <Confirm title={t('load.abort')} effect={t('gain.abort.effect', { scene })} action={t('load.abort')} opened={asking} close={() => setAsking(false)} run={() => abort.mutate()} />
    </>
  )
}

function Shown({ team, gain }: { team: string; gain: Gain }) {
  const { t } = useTranslation()
  return (
    <>
      <section className="panel">
        <Facts
          of={[
            [t('gain.pipeline'), gain.pipeline],
            [t('load.from'), t(`load.from.${gain.from}`)],
            [t('resource.version'), String(gain.version)],
            [t('run.by'), gain.by],
            [t('trace.at'), <When key="at" at={gain.at} full />],
            ...(gain.state === 'done' ? [[t('gain.took'), `${gain.took_s.toFixed(1)} s`] as const] : []),
            ...(gain.note ? [[t('load.note'), gain.note] as const] : []),
          ]}
        />
      </section>
      {gain.state === 'running' && <Progress gain={gain} />}
      {gain.state === 'failed' && (
        <section className="panel">
          <Note tone="tone-bad" glyph="✕" title={t('gain.nothing')}>
            <span>{gain.failed}</span>
          </Note>
        </section>
      )}
      {(gain.state === 'aborted' || gain.state === 'lost') && (
        <section className="panel">
          <EmptyNote title={t(`gain.${gain.state}.title`)}>{t(`gain.${gain.state}.why`)}</EmptyNote>
        </section>
      )}
      {gain.table && (
        <>
          <Proposals team={team} id={gain.id} pipeline={gain.pipeline} />
          <MeasuredTable table={gain.table} />
        </>
      )}
    </>
  )
}

function Progress({ gain }: { gain: Gain }) {
  const { t } = useTranslation()
  const told = gain.of > 0 ? t('gain.progress', { done: gain.done, of: gain.of }) : t('gain.progress.begins')
  return (
    <section className="panel">
      <div className="body stack">
        <progress className="gain-progress" aria-label={t('gain.state.running')} value={gain.of > 0 ? gain.done : undefined} max={Math.max(1, gain.of)} />
        <span className="dim" aria-live="polite" data-gain-progress={gain.done}>
          {told}
        </span>
      </div>
    </section>
  )
}
