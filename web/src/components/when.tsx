import { useSettings } from '@/lib/settings'
import { instant, moment, stamp, zoneName } from '@/lib/time'
import { NONE } from '@/lib/format'

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
