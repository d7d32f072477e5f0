import { describe, expect, test } from 'vitest'
import type { OverviewDelta, SceneNow } from '../types'
import { LiveStore } from './store'
import { byTrouble, keys, OverviewReducer, type SceneView } from './overview'

const nulls = (n: number) => new Array<number | null>(n).fill(null)

function scene(name: string, more: Partial<SceneNow> = {}, qps: (number | null)[] = [1], t0 = 100): SceneNow {
  const n = qps.length
  return {
    scene: name,
    state: 'normal',
    qps: 1,
    p50_ms: 1,
    p99_ms: 2,
    timeout_rate: 0,
    timeout_low: 0,
    timeout_high: 0.1,
    n: 10,
    degraded_share: 0,
    off_nodes: 0,
    level: 0,
    version: 1,
    series: { t0, step_s: 1, qps, p50_ms: nulls(n), p99_ms: nulls(n), timeout: nulls(n), timeout_low: nulls(n), timeout_high: nulls(n) },
    ...more,
  }
}

const event = (seq: number) => ({ seq, at: '2026-01-01T00:00:00Z', kind: 'scene.degraded', message: `event ${seq}`, severity: 'info' as const })

function bench() {
  const store = new LiveStore((run) => run())
  const reducer = new OverviewReducer('demo', () => 5, store)
  const apply = (type: 'snap' | 'delta', p: Partial<OverviewDelta>) => reducer.apply(type, { at: '2026-01-01T00:00:00Z', ...p })
  return { store, apply, reducer }
}

describe('OverviewReducer', () => {
  test('series points of a delta are put behind the snapshot, a hole stays a hole', () => {
    const { store, apply } = bench()
    apply('snap', { scenes: [scene('home', {}, [1, 2, 3])] })
    apply('delta', { scenes: [scene('home', { qps: 9 }, [9], 105)] })
    const home = store.get<SceneView>(keys.scene('demo', 'home'))
    expect(home?.qps).toBe(9)
    expect(home?.series).toMatchObject({ t0: 100, step: 1, columns: { qps: [1, 2, 3, null, null, 9] } })
  })

  test('rows stand by trouble, and numbers alone never move them', () => {
    const { store, apply } = bench()
    apply('snap', { scenes: [scene('b'), scene('a', { state: 'slow' }), scene('c', { state: 'shedding' })] })
    const before = store.get<string[]>(keys.scenes('demo'))
    expect(before).toEqual(['c', 'a', 'b'])
    apply('delta', { scenes: [scene('b', { qps: 9999, timeout_rate: 0.5 })] })
    expect(store.get(keys.scenes('demo'))).toBe(before)
    apply('delta', { scenes: [scene('b', { state: 'degraded' })] })
    expect(store.get(keys.scenes('demo'))).toEqual(['c', 'b', 'a'])
  })

  test('scenes that are gone leave by delta and by snapshot', () => {
    const { store, apply } = bench()
    apply('snap', { scenes: [scene('a'), scene('b'), scene('c')] })
    apply('delta', { gone: ['b'] })
    expect(store.get(keys.scenes('demo'))).toEqual(['a', 'c'])
    apply('snap', { scenes: [scene('c')] })
    expect(store.get(keys.scenes('demo'))).toEqual(['c'])
    expect(store.get(keys.scene('demo', 'a'))).toBeUndefined()
  })

  test('events come once, newest first, whatever the snapshot repeats', () => {
    const { store, apply } = bench()
    apply('snap', { events: [event(2), event(1)] })
    apply('delta', { events: [event(3)] })
    apply('snap', { events: [event(4), event(3), event(2)] })
    const seqs = store.get<{ seq: number }[]>(keys.events('demo'))?.map((e) => e.seq)
    expect(seqs).toEqual([4, 3, 2, 1])
  })

  test('what a delta leaves out stays', () => {
    const { store, apply } = bench()
    apply('snap', { scenes: [scene('a')], database: { state: 'down', since: '2026-01-01T00:00:00Z' } })
    apply('delta', {})
    expect(store.get(keys.database('demo'))).toMatchObject({ state: 'down' })
    expect(store.get(keys.scenes('demo'))).toEqual(['a'])
  })

  test('circuits stay until a message has them; a snapshot without has none', () => {
    const { store, apply } = bench()
    const names = () => store.get<{ name: string }[]>(keys.circuits('demo'))?.map((c) => c.name)
    apply('snap', { circuits: [{ kind: 'service', name: 'ctr', state: 'open', opened: 1, refused: 2 }] })
    apply('delta', {})
    expect(names()).toEqual(['ctr'])
    apply('delta', { circuits: [] })
    expect(names()).toEqual([])
    apply('delta', { circuits: [{ kind: 'store', name: 'poems', state: 'half_open', opened: 1, refused: 0 }] })
    apply('snap', {})
    expect(names()).toEqual([])
  })

  test.each([null, 'text', 4])('a payload %j is refused', (payload) => {
    expect(() => bench().reducer.apply('snap', payload)).toThrow(TypeError)
  })

  test('unknown states stand last', () => {
    expect([{ scene: 'x', state: 'odd' }, { scene: 'y', state: 'idle' }].sort(byTrouble).map((s) => s.scene)).toEqual(['y', 'x'])
  })
})
