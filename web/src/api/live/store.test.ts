// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { LiveStore, useLive } from './store'

afterEach(cleanup)

function manual() {
  const frames: (() => void)[] = []
  return { store: new LiveStore((run) => frames.push(run)), frames }
}

describe('LiveStore', () => {
  test('many writes are one frame, and readers see the last one', () => {
    const { store, frames } = manual()
    let told = 0
    store.subscribe('a', () => told++)
    for (let i = 1; i <= 100; i++) store.set('a', i)
    expect(store.get('a')).toBeUndefined()
    expect(store.latest('a')).toBe(100)
    expect(frames).toHaveLength(1)
    frames[0]?.()
    expect(store.get('a')).toBe(100)
    expect(told).toBe(1)
  })

  test('only readers of a changed key are told', () => {
    const { store, frames } = manual()
    const told: string[] = []
    store.subscribe('a', () => told.push('a'))
    store.subscribe('b', () => told.push('b'))
    store.set('a', 1)
    store.set('b', 1)
    frames.shift()?.()
    store.set('a', 1)
    store.set('b', 2)
    frames.shift()?.()
    expect(told).toEqual(['a', 'b', 'b'])
  })

  test('a reader that left is not told', () => {
    const { store, frames } = manual()
    let told = 0
    store.subscribe('a', () => told++)()
    store.set('a', 1)
    frames.shift()?.()
    expect(told).toBe(0)
  })

  test('clear forgets a prefix and nothing else', () => {
    const { store, frames } = manual()
    store.set('ads/x', 1)
    store.set('feed/x', 2)
    frames.shift()?.()
    store.clear('ads/')
    frames.shift()?.()
    expect([store.get('ads/x'), store.get('feed/x')]).toEqual([undefined, 2])
  })

  test('a component renders once a frame and only for its own key', () => {
    const { store, frames } = manual()
    let renders = 0
    const { result } = renderHook(() => {
      renders++
      return useLive<number>('a', store)
    })
    act(() => {
      store.set('b', 9)
      frames.shift()?.()
    })
    expect(renders).toBe(1)
    act(() => {
      store.set('a', 1)
      store.set('a', 2)
      frames.shift()?.()
    })
    expect(result.current).toBe(2)
    expect(renders).toBe(2)
  })
})
