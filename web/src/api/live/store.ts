// Live values by key. Writers may be as fast as they like: readers of a key are
// told once a frame, and only when its value changed.
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** Runs the callback before the next paint. */
export type Schedule = (run: () => void) => void

/** A frame where there are frames; a hidden tab paints none, a second is enough there. */
export const nextFrame: Schedule = (run) => {
  if (document.hidden) setTimeout(run, 1000)
  else requestAnimationFrame(run)
}

export class LiveStore {
  private readonly shown = new Map<string, unknown>()
  private readonly pending = new Map<string, unknown>()
  private readonly listeners = new Map<string, Set<() => void>>()
  private scheduled = false

  constructor(private readonly schedule: Schedule = nextFrame) {}

  /** The value readers see; stable between two frames. */
  get<T>(key: string): T | undefined {
    return this.shown.get(key) as T | undefined
  }

  /** The newest value, possibly not shown yet; for reducers that build on it. */
  latest<T>(key: string): T | undefined {
    return (this.pending.has(key) ? this.pending.get(key) : this.shown.get(key)) as T | undefined
  }

  set(key: string, value: unknown): void {
    this.pending.set(key, value)
    if (this.scheduled) return
    this.scheduled = true
    this.schedule(() => this.flush())
  }

  /** Forgets every key that starts with the prefix, at the next frame. */
  clear(prefix: string): void {
    for (const key of new Set([...this.shown.keys(), ...this.pending.keys()])) {
      if (key.startsWith(prefix)) this.set(key, undefined)
    }
  }

  flush(): void {
    this.scheduled = false
    const told = new Set<() => void>()
    for (const [key, value] of this.pending) {
      if (Object.is(this.shown.get(key), value)) continue
      if (value === undefined) this.shown.delete(key)
      else this.shown.set(key, value)
      this.listeners.get(key)?.forEach((l) => told.add(l))
    }
    this.pending.clear()
    for (const listener of told) listener()
  }

  subscribe(key: string, listener: () => void): () => void {
    let set = this.listeners.get(key)
    if (!set) this.listeners.set(key, (set = new Set()))
    set.add(listener)
    return () => {
      set.delete(listener)
      if (set.size === 0) this.listeners.delete(key)
    }
  }
}

export const live = new LiveStore()

/**
 * As useLive, but deaf while `active` is false: it then keeps what it had. Rows
 * off the screen cost nothing.
 */
export function useLiveWhile<T>(active: boolean, key: string, store: LiveStore = live): T | undefined {
  const last = useRef<{ key: string; value: T | undefined } | null>(null)
  const subscribe = useCallback((l: () => void) => (active ? store.subscribe(key, l) : () => undefined), [store, key, active])
  return useSyncExternalStore(subscribe, () => {
    if (active || last.current?.key !== key) last.current = { key, value: store.get<T>(key) }
    return last.current.value
  })
}

/** The live value of one key; the component renders again only when it changes. */
export function useLive<T>(key: string, store: LiveStore = live): T | undefined {
  const subscribe = useCallback((l: () => void) => store.subscribe(key, l), [store, key])
  return useSyncExternalStore(subscribe, () => store.get<T>(key))
}
