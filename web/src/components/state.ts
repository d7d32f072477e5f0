// Shape, word and colour of a state, once for the whole product. The word is a
// key of the word list; the colour is a class that sets --tone.
import type { Key } from '@/lib/i18n'

export interface Look {
  glyph: string
  tone: string
  word: Key
}

const LOOKS = {
  normal: { glyph: '●', tone: 'tone-normal', word: 'state.normal' },
  slow: { glyph: '▲', tone: 'tone-slow', word: 'state.slow' },
  degraded: { glyph: '⊘', tone: 'tone-degraded', word: 'state.degraded' },
  probing: { glyph: '◐', tone: 'tone-probing', word: 'state.probing' },
  shedding: { glyph: '⊗', tone: 'tone-bad', word: 'state.shedding' },
  frozen: { glyph: '▣', tone: 'tone-frozen', word: 'state.frozen' },
  idle: { glyph: '○', tone: 'tone-idle', word: 'state.idle' },
  ok: { glyph: '●', tone: 'tone-normal', word: 'state.ok' },
  warning: { glyph: '▲', tone: 'tone-slow', word: 'state.warning' },
  error: { glyph: '✕', tone: 'tone-bad', word: 'state.error' },
  info: { glyph: '●', tone: 'tone-normal', word: 'state.info' },
  stopped: { glyph: '✕', tone: 'tone-bad', word: 'state.stopped' },
  loading: { glyph: '◐', tone: 'tone-probing', word: 'state.loading' },
  behind: { glyph: '▲', tone: 'tone-slow', word: 'state.behind' },
  stale: { glyph: '○', tone: 'tone-idle', word: 'state.stale' },
  down: { glyph: '✕', tone: 'tone-bad', word: 'state.down' },
  recovering: { glyph: '◐', tone: 'tone-probing', word: 'state.recovering' },
  unreachable: { glyph: '✕', tone: 'tone-bad', word: 'state.unreachable' },
  empty: { glyph: '○', tone: 'tone-idle', word: 'state.empty' },
  timeout: { glyph: '✕', tone: 'tone-bad', word: 'state.timeout' },
  deadline: { glyph: '✕', tone: 'tone-bad', word: 'state.deadline' },
  unavailable: { glyph: '✕', tone: 'tone-bad', word: 'state.unavailable' },
  rate_limited: { glyph: '⊗', tone: 'tone-bad', word: 'state.rate_limited' },
  internal: { glyph: '✕', tone: 'tone-bad', word: 'state.error' },
  failed: { glyph: '✕', tone: 'tone-bad', word: 'state.failed' },
  invalid: { glyph: '▲', tone: 'tone-slow', word: 'state.invalid' },
  not_found: { glyph: '▲', tone: 'tone-slow', word: 'state.not_found' },
  skipped: { glyph: '○', tone: 'tone-idle', word: 'state.skipped' },
  fallback: { glyph: '▲', tone: 'tone-slow', word: 'state.fallback' },
} as const satisfies Record<string, Look>

/** A state the console does not know is shown as no data, with its own name. */
export function lookOf(state: string): Look | undefined {
  return (LOOKS as Record<string, Look>)[state.toLowerCase()]
}

const QUIET = new Set(['normal', 'ok', 'idle', 'info', 'empty', 'skipped'])

export function isTrouble(state: string): boolean {
  return !QUIET.has(state.toLowerCase())
}
