// Search params of the pages: typed and validated, unknown values fall back to
// the default instead of breaking a link that was sent to somebody.

export type SceneState = 'normal' | 'slow' | 'degraded' | 'probing' | 'shedding' | 'frozen' | 'idle'

export const SCENE_STATES: readonly SceneState[] = ['shedding', 'degraded', 'slow', 'probing', 'frozen', 'normal', 'idle']

type Raw = Record<string, unknown>

const word = (v: unknown): string | undefined => {
  if (typeof v === 'number' || typeof v === 'boolean') return String(v)
  return typeof v === 'string' && v !== '' && v.length <= 200 ? v : undefined
}

function oneOf<T extends string>(v: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((a) => a === v)
}

/** Removes what is undefined, so that a default never shows in the address. */
function tidy<T extends object>(o: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as never
}

export interface ScenesSearch {
  q?: string
  stage?: SceneState
}
export function scenesSearch(raw: Raw): ScenesSearch {
  return tidy({ q: word(raw.q), stage: oneOf(raw.stage, SCENE_STATES) })
}

export interface TracesSearch {
  scene?: string
  /** Only traces that took at least this long, such as "80ms". */
  min?: string
}
export function tracesSearch(raw: Raw): TracesSearch {
  const min = word(raw.min)
  return tidy({ scene: word(raw.scene), min: min && /^\d{1,5}ms$/.test(min) ? min : undefined })
}

export interface AuditSearch {
  actor?: string
  object?: string
  /** Opaque cursor of the server. */
  after?: string
}
export function auditSearch(raw: Raw): AuditSearch {
  return tidy({ actor: word(raw.actor), object: word(raw.object), after: word(raw.after) })
}

export interface LoginSearch {
  next?: string
}
/** Only an address of our own is followed after the login, never another host. */
export function loginSearch(raw: Raw): LoginSearch {
  const next = word(raw.next)
  return tidy({ next: next && /^\/(?![/\\])/.test(next) ? next : undefined })
}
