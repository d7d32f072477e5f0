// Reduces the topic "loadtest/{id}": deltas bring the new points only.
import type { LoadTestLive } from '../types'
import { live, type LiveStore } from './store'

export const loadKey = (team: string, id: string) => `${team}/loadtest/${id}`

export class LoadReducer {
  private view: LoadTestLive | null = null

  constructor(
    private readonly team: string,
    private readonly id: string,
    private readonly store: LiveStore = live,
  ) {}

  apply(type: 'snap' | 'delta', payload: unknown): void {
    if (typeof payload !== 'object' || payload === null || !Array.isArray((payload as LoadTestLive).points)) throw new TypeError('loadtest: payload has no points')
    const p = payload as LoadTestLive
    const before = type === 'snap' ? [] : (this.view?.points ?? []).slice(0, p.from)
    this.view = { ...p, from: 0, points: [...before, ...p.points] }
    this.store.set(loadKey(this.team, this.id), this.view)
  }
}
