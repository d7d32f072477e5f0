import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAbortGain, useGain } from '@/api/gains'
import { canEdit, useRole } from '@/api/session'
import type { Gain } from '@/api/types'
import { Facts } from '@/components/facts'
import { EmptyNote, Note } from '@/components/notes'
import { When } from '@/components/when'
import { MeasuredTable } from '@/features/gain/measured-table'
import { Proposals } from '@/features/gain/proposals'
import { GainMark } from '@/features/gain/state-mark'
import { Abort } from '@/features/kept/abort'
import { KeptOnePage } from '@/features/kept/one-page'

const route = getRouteApi('/t/$team/gains/$id')

/** One measurement: how far it is, then what the parts are worth and what the text should say. */
export default function GainPage() {
  const { t } = useTranslation()
  const { team, id } = route.useParams()
  const query = useGain(team, id)
  const may = canEdit(useRole(team))
  const abort = useAbortGain(team, id)
  return (
    <KeptOnePage
      team={team}
      id={id}
      query={query}
      list={{ name: t('nav.gains'), to: `/t/${team}/gains` }}
      gone={t('gain.gone')}
      goneWhy={t('gain.gone.why')}
      head={(gain) => (
        <>
          <GainMark state={gain.state} />
          <span className="grow" />
          {gain.state !== 'running' ? (
            <Link className="button" to="/t/$team/gains" params={{ team }} search={{ scene: gain.scene }}>
              {t('gain.another')}
            </Link>
          ) : (
            may && <Abort abort={abort} effect={t('gain.abort.effect', { scene: gain.scene })} />
          )}
        </>
      )}
    >
      {(gain) => <Shown team={team} gain={gain} />}
    </KeptOnePage>
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
