import { expect, test } from 'vitest'
import { LoadReducer, loadKey } from './loadtest'
import { LiveStore } from './store'

const point = (t: number) => ({ t, rate: 1, due: 1, ok: 1 })

test('points are put behind those before; a snapshot begins anew; what is none is refused', () => {
  const store = new LiveStore((run) => run())
  const r = new LoadReducer('ads', 'x', store)
  const shown = () => store.get<{ state: string; points: { t: number }[] }>(loadKey('ads', 'x'))
  r.apply('snap', { state: 'running', from: 0, points: [point(0), point(1)] })
  r.apply('delta', { state: 'running', from: 2, points: [point(2)] })
  r.apply('delta', { state: 'done', from: 2, points: [point(2), point(3)] }) // told again
  expect(shown()?.points.map((p) => p.t)).toEqual([0, 1, 2, 3])
  expect(shown()?.state).toBe('done')
  r.apply('snap', { state: 'running', from: 0, points: [] })
  expect(shown()?.points).toEqual([])
  expect(() => r.apply('delta', { state: 'done' })).toThrow('no points')
})
