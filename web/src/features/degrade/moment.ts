// The state of a scene at a moment, from its changes of state.
import type { DegradationEvent } from '@/api/types'
import { instant } from '@/lib/time'

export interface Stretch {
  state: string
  /** Unix milliseconds. */
  from: number
  to: number
  /** The change that began it; missing before the first one that is known. */
  event: DegradationEvent | undefined
}

const at = (e: DegradationEvent) => instant(e.at) ?? 0

/** The stretches between the changes, oldest first, from `from` to `now`. Notes that change nothing begin none. */
export function stretchesOf(events: readonly DegradationEvent[], from: number, now: number): Stretch[] {
  const changes = [...events].filter((e) => e.from !== e.to).sort((a, b) => a.seq - b.seq)
  const out: Stretch[] = []
  let state = changes.find((e) => at(e) > from)?.from ?? changes[changes.length - 1]?.to ?? 'normal'
  let begun: DegradationEvent | undefined
  let since = from
  for (const e of changes) {
    const t = Math.min(at(e), now) // the server may be ahead of the clock here
    if (t > from && t > since) {
      out.push({ state, from: since, to: t, event: begun })
      since = t
    }
    state = e.to
    begun = e
  }
  if (now > since) out.push({ state, from: since, to: now, event: begun })
  return out
}

/** What was last told up to a moment: the state and the numbers it was decided on. */
export function momentOf(events: readonly DegradationEvent[], moment: number): DegradationEvent | undefined {
  let best: DegradationEvent | undefined
  for (const e of events) if (at(e) <= moment && (best === undefined || e.seq > best.seq)) best = e
  return best
}

/** The whole of the timeline: from a bit before the first change, at least some minutes. */
export function spanOf(events: readonly DegradationEvent[], now: number, least: number): number {
  const first = events.reduce((min, e) => Math.min(min, at(e)), now)
  return Math.min(now - least, first - (now - first) * 0.03)
}
