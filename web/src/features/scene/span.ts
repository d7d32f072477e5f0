// The stretch of time a page shows, from its search params, and the series for it.
import { cut, merge, type Series } from '@/lib/series'
import type { Last, SceneSearch } from '@/lib/search'

export interface Stretch {
  /** Seconds shown. */
  window: number
  /** Unix seconds where it ends; null: now. */
  end: number | null
}

const SECONDS: Record<Last, number> = { '15m': 900, '1h': 3600, '24h': 86_400 }

export function stretchOf(s: SceneSearch): Stretch {
  if (s.from !== undefined && s.to !== undefined) return { window: s.to - s.from, end: s.to }
  return { window: SECONDS[s.last ?? '15m'], end: null }
}

/** What to ask the server for: null where the live values reach back far enough. */
export function askFor(stretch: Stretch, kept: number, now: number): string | null {
  const back = stretch.end === null ? stretch.window : now - (stretch.end - stretch.window)
  if (back <= kept) return null
  const minutes = Math.min(Math.ceil(back / 60) + 1, 30 * 24 * 60)
  return minutes <= 9999 ? `${minutes}m` : `${Math.ceil(minutes / 60)}h`
}

/** What was asked for with the newest live values at its end, cut to the stretch. */
export function join(asked: Series | null, live: Series | null, stretch: Stretch): Series | null {
  const step = asked?.step ?? live?.step ?? 1
  const slots = Math.ceil(stretch.window / step) + 1
  if (!asked) return live && stretch.end !== null ? cut(live, stretch.end - stretch.window, stretch.end) : live
  const all = live && live.step === step ? merge(asked, live, 4 * slots) : asked
  return stretch.end === null ? all : cut(all, stretch.end - stretch.window, stretch.end)
}
