import { useTranslation } from 'react-i18next'
import type { DegradationEvent } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { lookOf } from '@/components/state'
import { When } from '@/components/when'
import { useSettings } from '@/lib/settings'
import { clock, instant } from '@/lib/time'
import { spanOf, stretchesOf } from './moment'
import { whyTold } from './why-told'

const LEAST = 5 * 60_000
const STEP = 500

interface TimelineProps {
  events: readonly DegradationEvent[] | undefined
  /** Unix milliseconds of now. */
  now: number
  /** The moment that is looked at; undefined: now. */
  at: number | undefined
  setAt: (at: number | undefined) => void
}

/** The states one after another, and the changes between them; a moment of it can be looked at. */
export function Timeline({ events, now, at, setAt }: TimelineProps) {
  const { t } = useTranslation()
  const { zone } = useSettings()
  const from = spanOf(events ?? [], now, LEAST)
  const shown = Math.min(now, Math.max(from, at ?? now))
  const pick = (ms: number) => setAt(ms >= now - 2 * STEP ? undefined : Math.round(ms))
  return (
    <Panel
      title={t('degrade.timeline')}
      count={events?.length}
      tools={
        <button className="button" type="button" disabled={at === undefined} onClick={() => setAt(undefined)}>
          {t('degrade.now.back')}
        </button>
      }
    >
      <div className="body stack">
        <div className="track">
          {stretchesOf(events ?? [], from, now).map((s) => {
            const look = lookOf(s.state)
            return (
              <span
                key={s.from}
                className={`stretch ${look?.tone ?? ''}`}
                data-stretch={s.state}
                title={`${look ? t(look.word) : s.state} ${clock(s.from, zone)} – ${clock(s.to, zone)}`}
                style={{ left: `${(100 * (s.from - from)) / (now - from)}%`, width: `${(100 * (s.to - s.from)) / (now - from)}%` }}
              />
            )
          })}
          <span className="cursor" style={{ left: `${(100 * (shown - from)) / (now - from)}%` }} />
        </div>
        <input
          className="scrub"
          type="range"
          min={0}
          max={Math.ceil((now - from) / STEP)}
          value={Math.round((shown - from) / STEP)}
          onChange={(e) => pick(from + Number(e.target.value) * STEP)}
          aria-label={t('degrade.scrub')}
          aria-valuetext={at === undefined ? t('degrade.now') : clock(shown, zone)}
        />
        <div className="row-of between small dim">
          <span>{clock(from, zone)}</span>
          <span>{t('degrade.now')}</span>
        </div>
      </div>
      {events?.length === 0 ? (
        <EmptyNote title={t('degrade.timeline.none')} />
      ) : (
        <ol className="events states" tabIndex={0} aria-label={t('degrade.timeline')}>
          {events?.map((e) => (
            <EventRow key={e.seq} e={e} chosen={at !== undefined && instant(e.at) === at} pick={() => setAt(instant(e.at) ?? undefined)} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function EventRow({ e, chosen, pick }: { e: DegradationEvent; chosen: boolean; pick: () => void }) {
  const { t } = useTranslation()
  const look = lookOf(e.to)
  const before = lookOf(e.from)
  return (
    <li className={look?.tone} data-degrade-event={e.seq} data-to={e.to} data-note={e.from === e.to}>
      <button type="button" className="link-button" aria-pressed={chosen} onClick={pick}>
        <When at={e.at} />
      </button>
      <span className="glyph" aria-hidden="true">
        {look?.glyph}
      </span>
      <span className="kind">{e.from === e.to ? t('degrade.note') : `${before ? t(before.word) : e.from} → ${look ? t(look.word) : e.to}`}</span>
      <span>
        {whyTold(t, e.why)}
        {e.by && <span className="dim"> · {t('degrade.by', { by: e.by })}</span>}
      </span>
    </li>
  )
}
