import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import type { EventNow } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { lookOf } from '@/components/state'
import { When } from '@/components/when'
import { eventWord } from './event-word'

/** What happened, newest first. Keyed by the number the server gave, so nothing shows twice. */
export function EventList({ team, scene }: { team: string; scene?: string }) {
  const { t } = useTranslation()
  const all = useLive<EventNow[]>(keys.events(team))
  const events = scene === undefined ? all : all?.filter((e) => e.scene === scene)
  return (
    <Panel title={t('event.title')} count={events?.length}>
      {events?.length === 0 ? (
        <EmptyNote title={t('event.none')} />
      ) : (
        <ol className="events" tabIndex={0} aria-label={t('event.title')}>
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
            <EventRow key={e.seq} e={e} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

const EventRow = memo(function EventRow({ e }: { e: EventNow }) {
  const { t } = useTranslation()
  const look = lookOf(e.severity) ?? lookOf('info')
  const subject = e.scene ?? e.resource
  // Most messages name their subject themselves.
  const unnamed = subject !== undefined && !e.message.includes(subject)
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
        {unnamed && <strong>{subject} </strong>}
        {e.message}
      </span>
    </li>
  )
})
