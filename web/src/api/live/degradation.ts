// Reduces the topic "scene/{s}/degradation" into its newest value and a course
// of a point a second, and marks the nodes of the scene that are off.
import { merge, type Series } from '@/lib/series'
import type { Degradation } from '../types'
import type { NodeView } from './scene'
import { sceneKeys } from './scene'
import { live, type LiveStore } from './store'

/** Seconds of the course that the page keeps. */
export const COURSE_SECONDS = 900

/** What may be planned for of what the machine can do. */
export const HEADROOM = 0.92

export const degradationKeys = {
  now: (team: string, scene: string) => `${team}/degradation/${scene}`,
  course: (team: string, scene: string) => `${team}/degradation-course/${scene}`,
}

/** Off for more than half of the users is off. */
const MOST = 0.5

/** Whether a node does not run at all for most users, and not only less. */
export function isOff(m: Degradation['modules'][number]): boolean {
  return m.less > MOST && m.variant === 'off'
}

export class DegradationReducer {
  private off = new Set<string>()

  constructor(
    private readonly team: string,
    private readonly scene: string,
    private readonly store: LiveStore = live,
  ) {}

  apply(_type: 'snap' | 'delta', payload: unknown): void {
    if (typeof payload !== 'object' || payload === null) throw new TypeError('degradation: payload is no object')
    const d = payload as Degradation
    const { store, team, scene } = this
    store.set(degradationKeys.now(team, scene), d)
    const second = Math.floor(Date.parse(d.at) / 1000)
    if (Number.isFinite(second)) {
      const key = degradationKeys.course(team, scene)
      store.set(key, merge(store.latest<Series>(key), point(d, second), COURSE_SECONDS))
    }
    this.mark(new Set((d.modules ?? []).filter(isOff).map((m) => m.node)))
  }

  private mark(off: Set<string>): void {
    for (const node of new Set([...this.off, ...off])) {
      const key = sceneKeys.node(this.team, this.scene, node)
      const old = this.store.latest<NodeView>(key)
      if (old && (old.off ?? false) !== off.has(node)) this.store.set(key, { ...old, off: off.has(node) })
    }
    this.off = off
  }
}

/** What the charts show of a moment. Cores that are not bounded are as many as are needed. */
function point(d: Degradation, second: number): Series {
  const of = (v: number) => [Number.isFinite(v) ? v : null]
  return {
    t0: second,
    step: 1,
    columns: {
      need: of(d.need),
      budget: of(d.budget),
      capacity: of(d.capacity),
      rate: of(d.rate),
      forecast: of(d.forecast),
      gain: of(d.gain),
      full: of(d.full),
      shed: of(d.shed),
      // Of no requests nothing is late and nothing is in time.
      late: d.n > 0 ? of(d.late) : [null],
      late_low: d.n > 0 ? of(d.late_low) : [null],
      late_high: d.n > 0 ? of(d.late_high) : [null],
    },
  }
}
