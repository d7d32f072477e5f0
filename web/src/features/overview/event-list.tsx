import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import type { EventNow } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { lookOf } from '@/components/state'
import { When } from '@/components/when'
import { eventTold } from './event-told'
import { eventWord } from './event-word'

/** What happened, newest first. Keyed by the number the server gave, so nothing shows twice. */
export function EventList({ team, scene, tall = false }: { team: string; scene?: string; tall?: boolean }) {
  const { t } = useTranslation()
  const all = useLive<EventNow[]>(keys.events(team))
  const events = scene === undefined ? all : all?.filter((e) => e.scene === scene)
  return (
    <Panel
      title={t('event.title')}
      untitled={tall}
      count={events?.length}
      tools={
        scene !== undefined &&
        !tall && (
          <Link to="/t/$team/scenes/$scene" params={{ team, scene }} search={{ tab: 'events' }}>
            {t('event.all')}
          </Link>
        )
      }
    >
      {events?.length === 0 ? (
        <EmptyNote title={t('event.none')} />
      ) : (
        <ol className={tall ? 'events tall' : 'events'} tabIndex={0} aria-label={t('event.title')}>
          {events === undefined &&
            [0, 1, 2, 3].map((i) => (
              <li key={i} aria-hidden="true">
                <span className="bone" />
                <span />
                <span className="bone" />
                <span className="bone" style={{ width: `${70 - i * 9}%` }} />
              </li>
            ))}
          {events?.map((e) => (
            <EventRow key={e.seq} team={team} e={e} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

const EventRow = memo(function EventRow({ team, e }: { team: string; e: EventNow }) {
  const { t } = useTranslation()
  // A change of a scene's state bears the mark of that state, as everywhere else.
  const look = lookOf(e.kind.startsWith('scene.') ? e.kind.slice(6) : e.severity) ?? lookOf(e.severity) ?? lookOf('info')
  return (
    <li className={look?.tone} data-event={e.seq} title={e.kind}>
      <span className="dim">
        <When at={e.at} />
      </span>
      <span className="glyph" aria-hidden="true">
        {look?.glyph}
      </span>
      <span className="kind">{eventWord(t, e.kind)}</span>
      <span>
        <Message team={team} e={e} />
      </span>
    </li>
  )
})

/** The message with its subject as a link: most messages name it themselves. */
function Message({ team, e }: { team: string; e: EventNow }) {
  const { t } = useTranslation()
  const told = eventTold(t, e)
  const subject = e.scene ?? e.resource
  if (subject === undefined || subject === '') return told
  const link = e.scene ? (
    <Link to="/t/$team/scenes/$scene" params={{ team, scene: subject }}>
      {subject}
    </Link>
  ) : (
    <Link to="/t/$team/resources/$resource" params={{ team, resource: subject }}>
      {subject}
    </Link>
  )
  const at = told.indexOf(subject)
  if (at < 0) {
    return (
      <>
        {link} {told}
      </>
    )
  }
  return (
    <>
      {told.slice(0, at)}
      {link}
      {told.slice(at + subject.length)}
    </>
  )
}
