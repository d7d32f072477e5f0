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

/**
 * A page's search as the router takes it: that lays it over what stands in the
 * address, so a value that is not valid is told to be missing.
 */
export function valid<T extends object>(read: (raw: Raw) => T): (raw: Raw) => T {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((key) => [key, undefined])), ...read(raw) })
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

/** Why a request is kept, the gravest first. */
export const KEPT = ['failed', 'slow', 'degraded', 'asked', 'sample'] as const
export type Kept = (typeof KEPT)[number]

export interface TracesSearch {
  scene?: string
  /** Only traces that took at least this long, such as "80ms". */
  min?: string
  /** Only requests that were answered by less than the full plan, or that failed in a node. */
  only?: 'degraded' | 'failed'
  /** Only those kept for this reason. */
  kept?: Kept
}
export function tracesSearch(raw: Raw): TracesSearch {
  const min = word(raw.min)
  return tidy({ scene: word(raw.scene), min: min && /^\d{1,5}ms$/.test(min) ? min : undefined, only: oneOf(raw.only, ['degraded', 'failed'] as const), kept: oneOf(raw.kept, KEPT) })
}

export const PIPELINE_SHOW = ['changed', 'broken'] as const

export interface PipelinesSearch {
  q?: string
  show?: (typeof PIPELINE_SHOW)[number]
  /** Shown in the history over the page. */
  version?: number
}
export function pipelinesSearch(raw: Raw): PipelinesSearch {
  const version = Number(raw.version)
  return tidy({ q: word(raw.q), show: oneOf(raw.show, PIPELINE_SHOW), version: Number.isInteger(version) && version > 0 ? version : undefined })
}

export const EDITOR_VIEWS = ['text', 'split', 'graph'] as const

export interface EditorSearch {
  /** split when missing */
  view?: (typeof EDITOR_VIEWS)[number]
  node?: string
  file?: string
}
export function editorSearch(raw: Raw): EditorSearch {
  return tidy({ view: oneOf(raw.view, EDITOR_VIEWS), node: word(raw.node), file: word(raw.file) })
}

export interface VersionSearch {
  file?: string
  line?: number
  /** That the line is of. */
  node?: string
}
export function versionSearch(raw: Raw): VersionSearch {
  const line = Number(raw.line)
  return tidy({ file: word(raw.file), line: Number.isInteger(line) && line > 0 && line < 1e6 ? line : undefined, node: word(raw.node) })
}

export interface AuditSearch {
  actor?: string
  /** Such as file.save, or a noun such as file. */
  action?: string
  object?: string
  from?: string
  to?: string
  /** Opaque cursor of the server. */
  after?: string
}
export function auditSearch(raw: Raw): AuditSearch {
  return tidy({ actor: word(raw.actor), action: word(raw.action), object: word(raw.object), from: day(raw.from), to: day(raw.to), after: word(raw.after) })
}

/** A day or a minute of UTC, as a date field or a link writes it. */
function day(v: unknown): string | undefined {
  const text = word(v)
  return text && /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export const SCENE_TABS = ['live', 'degrade', 'graph', 'requests', 'events', 'policy'] as const
export type SceneTab = (typeof SCENE_TABS)[number]
export const LASTS = ['15m', '1h', '24h'] as const
export type Last = (typeof LASTS)[number]

export interface SceneSearch {
  tab?: SceneTab
  node?: string
  last?: Last
  /** Unix seconds; both or neither. */
  from?: number
  to?: number
  /** The moment that the timeline shows, in Unix milliseconds; now when missing. */
  at?: number
}
export function sceneSearch(raw: Raw): SceneSearch {
  const from = Number(raw.from)
  const to = Number(raw.to)
  const span = Number.isInteger(from) && Number.isInteger(to) && from > 0 && to > from
  const at = Number(raw.at)
  return tidy({
    at: Number.isSafeInteger(at) && at > 0 ? at : undefined,
    tab: oneOf(raw.tab, SCENE_TABS),
    node: word(raw.node),
    last: span ? undefined : oneOf(raw.last, LASTS),
    from: span ? from : undefined,
    to: span ? to : undefined,
  })
}

export interface RunSearch {
  /** scene:NAME or pipeline:NAME. */
  target?: string
  /** draft, live or the number of a version. */
  source?: string
  /** The run that is shown. */
  run?: string
  /** run:ID or trace:ID whose request fills the form. */
  again?: string
}
export function runSearch(raw: Raw): RunSearch {
  const target = word(raw.target)
  const source = word(raw.source)
  const again = word(raw.again)
  return tidy({
    target: target && /^(scene|pipeline):\w+$/.test(target) ? target : undefined,
    source: source && /^(draft|live|[1-9]\d*)$/.test(source) ? source : undefined,
    run: word(raw.run),
    again: again && /^(run|trace):[\w-]+$/.test(again) ? again : undefined,
  })
}

export interface CompareSearch {
  a?: string
  b?: string
  all?: boolean
}
export function compareSearch(raw: Raw): CompareSearch {
  return tidy({ a: word(raw.a), b: word(raw.b), all: raw.all === true || raw.all === 'true' ? true : undefined })
}

export interface LoadTestsSearch {
  scene?: string
}
export function loadTestsSearch(raw: Raw): LoadTestsSearch {
  return tidy({ scene: word(raw.scene) })
}

export const RESOURCE_TABS = ['schema', 'documents', 'query', 'state'] as const
export type ResourceTab = (typeof RESOURCE_TABS)[number]

export const QUERY_WAYS = ['text', 'like', 'top', 'vector', 'filter'] as const
export type QueryWay = (typeof QUERY_WAYS)[number]

export interface ResourceSearch {
  tab?: ResourceTab
  /** The document that is shown. */
  key?: string
  by?: QueryWay
  q?: string
  field?: string
  filter?: string
  k?: number
}
export function resourceSearch(raw: Raw): ResourceSearch {
  const long = (v: unknown) => (typeof v === 'string' && v !== '' && v.length <= 4000 ? v : word(v))
  const k = Number(raw.k)
  return tidy({
    tab: oneOf(raw.tab, RESOURCE_TABS),
    key: long(raw.key),
    by: oneOf(raw.by, QUERY_WAYS),
    q: long(raw.q),
    field: word(raw.field),
    filter: long(raw.filter),
    k: Number.isInteger(k) && k >= 1 && k <= 200 ? k : undefined,
  })
}

export interface SimulateSearch {
  scenario?: string
}
export function simulateSearch(raw: Raw): SimulateSearch {
  return tidy({ scenario: word(raw.scenario) })
}

export interface LoginSearch {
  next?: string
}
/** Only an address of our own is followed after the login, never another host. */
export function loginSearch(raw: Raw): LoginSearch {
  const next = word(raw.next)
  return tidy({ next: next && /^\/(?![/\\])/.test(next) ? next : undefined })
}
