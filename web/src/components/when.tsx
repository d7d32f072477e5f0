import { useTranslation } from 'react-i18next'
import { useSettings } from '@/lib/settings'
import { ago, instant, moment, stamp, zoneName } from '@/lib/time'
import { NONE, span } from '@/lib/format'

/** An instant in the reader's zone; the tip has the date and the zone. `full` shows the date of today, too. */
export function When({ at, full = false }: { at: string | number | null | undefined; full?: boolean }) {
  const { zone } = useSettings()
  const ms = instant(at)
  if (ms === null) return <span className="dim">{NONE}</span>
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${stamp(ms, zone)} ${zoneName(zone, ms)}`}>
      {full ? stamp(ms, zone) : moment(ms, zone, Date.now())}
    </time>
  )
}

/** Date and time, and how far from now that is. */
export function WhenAgo({ at }: { at: string | number | null | undefined }) {
  const { t } = useTranslation()
  const ms = instant(at)
  if (ms === null) return <span className="dim">{NONE}</span>
  const far = ago(ms, Date.now())
  const { figure, unit } = span(far.ms)
  const told = `${figure} ${t(`when.${unit as 'min'}`)}`
  return (
    <>
      <When at={ms} full /> <span className="dim">({t(far.past ? 'when.ago' : 'when.in', { span: told })})</span>
    </>
  )
}
