// Reduces the topic "overview" into one live value per scene and resource, so
// that a change of one row renders one row.
import { merge, type Series } from '@/lib/series'
import { SCENE_STATES } from '@/lib/search'
import type { EventNow, OverviewDelta, SceneNow, WireSeries } from '../types'
import { live, type LiveStore } from './store'

/** Seconds of history a sparkline shows. */
export const SPARK_SECONDS = 300
/** The board draws this column only; the page of a scene has a topic of its own. */
const SPARK_COLUMNS = ['qps']
const MAX_EVENTS = 200

export type SceneView = Omit<SceneNow, 'series'> & {
  series: Series | null
  /** Share of timeouts above which a scene becomes slow; only the topic of the scene itself tells it. */
  limit?: number
}

export const keys = {
  scenes: (team: string) => `${team}/scenes`,
  scene: (team: string, scene: string) => `${team}/scene/${scene}`,
  resources: (team: string) => `${team}/resources`,
  resource: (team: string, name: string) => `${team}/resource/${name}`,
  events: (team: string) => `${team}/events`,
  totals: (team: string) => `${team}/totals`,
  database: (team: string) => `${team}/database`,
  traffic: (team: string) => `${team}/traffic`,
  /** Those that are not closed. */
  circuits: (team: string) => `${team}/circuits`,
  /** Local time when the values were last brought up to date. */
  got: (team: string) => `${team}/got`,
}

/** The series as the console keeps it; with `only`, of these columns alone. */
export function fromWire(w: WireSeries | undefined, only?: readonly string[]): Series | null {
  if (!w) return null
  const columns: Series['columns'] = {}
  // Go writes an empty list it never made as null.
  for (const [name, c] of Object.entries(w)) if (Array.isArray(c) && (!only || only.includes(name))) columns[name] = c
  return { t0: w.t0, step: w.step_s, columns }
}

/** Trouble first, then by name: a row moves when its state changes, never because a number did. */
export function byTrouble(a: { scene: string; state: string }, b: { scene: string; state: string }): number {
  const rank = (s: string) => {
    const i = (SCENE_STATES as readonly string[]).indexOf(s)
    return i < 0 ? SCENE_STATES.length : i
  }
  return rank(a.state) - rank(b.state) || a.scene.localeCompare(b.scene)
}

const same = (a: readonly string[] | undefined, b: readonly string[]) =>
  a !== undefined && a.length === b.length && a.every((v, i) => v === b[i])

export class OverviewReducer {
  private readonly scenes = new Map<string, SceneView>()
  private events: EventNow[] = []

  constructor(
    private readonly team: string,
    private readonly now: () => number = Date.now,
    private readonly store: LiveStore = live,
  ) {}

  apply(type: 'snap' | 'delta', payload: unknown): void {
    if (typeof payload !== 'object' || payload === null) throw new TypeError('overview: payload is no object')
    const p = payload as OverviewDelta
    const { store, team } = this
    if (type === 'snap') {
      const named = new Set(p.scenes?.map((s) => s.scene))
      for (const name of this.scenes.keys()) {
        if (named.has(name)) continue
        this.scenes.delete(name)
        store.set(keys.scene(team, name), undefined)
      }
      // Events stay: a snapshot brings the newest again and `seq` tells them apart.
    }
    for (const name of p.gone ?? []) {
      this.scenes.delete(name)
      store.set(keys.scene(team, name), undefined)
    }
    let moved = type === 'snap' || (p.gone?.length ?? 0) > 0
    for (const s of p.scenes ?? []) {
      const old = this.scenes.get(s.scene)
      moved ||= old?.state !== s.state
      const more = fromWire(s.series, SPARK_COLUMNS)
      const series = more ? merge(old?.series, more, SPARK_SECONDS) : (old?.series ?? null)
      const view = { ...s, series }
      this.scenes.set(s.scene, view)
      store.set(keys.scene(team, s.scene), view)
    }
    if (moved) {
      this.order(keys.scenes(team), [...this.scenes.values()].sort(byTrouble).map((s) => s.scene))
    }
    if (p.resources || type === 'snap') {
      const now = p.resources ?? []
      for (const r of now) store.set(keys.resource(team, r.name), r)
      this.order(keys.resources(team), now.map((r) => r.name).sort())
    }
    if (p.events) this.addEvents(p.events)
    else if (type === 'snap') store.set(keys.events(team), this.events)
    if (p.database) store.set(keys.database(team), p.database)
    if (p.totals) store.set(keys.totals(team), p.totals)
    if (p.traffic) store.set(keys.traffic(team), p.traffic)
    if (p.circuits || type === 'snap') store.set(keys.circuits(team), p.circuits ?? [])
    store.set(keys.got(team), this.now())
  }

  private order(key: string, names: string[]): void {
    if (!same(this.store.latest<string[]>(key), names)) this.store.set(key, names)
  }

  private addEvents(more: EventNow[]): void {
    const known = new Map(this.events.map((e) => [e.seq, e]))
    for (const e of more) known.set(e.seq, e)
    this.events = [...known.values()].sort((a, b) => b.seq - a.seq).slice(0, MAX_EVENTS)
    this.store.set(keys.events(this.team), this.events)
  }
}
