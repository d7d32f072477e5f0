import { useSettings } from '@/lib/settings'
import { instant, moment, stamp, zoneName } from '@/lib/time'
import { NONE } from '@/lib/format'

/** An instant in the reader's zone; the tip has the date and the zone. */
export function When({ at }: { at: string | number | null | undefined }) {
  const { zone } = useSettings()
  const ms = instant(at)
  if (ms === null) return <span className="dim">{NONE}</span>
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${stamp(ms, zone)} ${zoneName(zone, ms)}`}>
      {moment(ms, zone, Date.now())}
    </time>
  )
}
