// Texts that could not be saved, kept in the storage of this browser, so that a
// closed tab or a crash loses none of them.

/** A text that was not saved, with what it was edited from. */
export interface Shelved {
  text: string
  base: string
  tag: string
  /** Milliseconds since 1970. */
  at: number
}

export interface Shelf {
  get(path: string): Shelved | undefined
  put(path: string, s: Shelved): void
  drop(path: string): void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage may be full or forbidden: then texts live as long as the page. */
function quietly<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** The shelf of one team. */
export function shelfOf(team: string, storage: () => Storage = () => localStorage): Shelf {
  const key = (path: string) => `riffle.unsaved/${team}/${path}`
  return {
    get: (path) => quietly(() => shelved(JSON.parse(storage().getItem(key(path)) ?? 'null'))),
    put: (path, s) => quietly(() => storage().setItem(key(path), JSON.stringify(s))),
    drop: (path) => quietly(() => storage().removeItem(key(path))),
  }
}

/** Anything may stand in the storage. */
function shelved(value: unknown): Shelved | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { text, base, tag, at } = value as Record<string, unknown>
  return typeof text === 'string' && typeof base === 'string' && typeof tag === 'string' && typeof at === 'number' ? { text, base, tag, at } : undefined
}
