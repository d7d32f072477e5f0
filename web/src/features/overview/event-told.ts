// What an event tells, in the reader's language. The server sends a sentence;
// the kinds whose sentences are known here are told anew from their parts, any
// other is shown as it came.
import type { TFunction } from 'i18next'
import type { EventNow } from '@/api/types'
import { lookOf } from '@/components/state'
import { whyTold } from '@/features/degrade/why-told'
import type { Key } from '@/lib/i18n'

interface Sentence {
  kind: string
  /** Names of the groups are the holes of the word. */
  as: RegExp
  word: Key
}

const SENTENCES: readonly Sentence[] = [
  { kind: 'scene.normal', as: /^scene (?<scene>\S+) is normal again$/, word: 'told.scene.normal' },
  { kind: 'scene.slow', as: /^scene (?<scene>\S+): (?<bad>\d+) of (?<n>\d+) requests? too late, p99 (?<p99>\S+)$/, word: 'told.scene.late' },
  { kind: 'scene.slow', as: /^scene (?<scene>\S+): (?<bad>\d+) of (?<n>\d+) requests? failed, p99 (?<p99>\S+)$/, word: 'told.scene.failed' },
  { kind: 'scene.degraded', as: /^scene (?<scene>\S+): (?<bad>\d+) of (?<n>\d+) requests? answered without a part or by the fallback$/, word: 'told.scene.degraded' },
  { kind: 'version.live', as: /^version (?<number>\d+) is live, by (?<who>.+)$/, word: 'told.version.live' },
  { kind: 'version.loading', as: /^version (?<number>\d+) is loading$/, word: 'told.version.loading' },
  { kind: 'version.loading', as: /^version (?<number>\d+) is loading; until it serves version (?<serves>\d+) does$/, word: 'told.version.loading.after' },
  { kind: 'version.failed', as: /^version (?<number>\d+) cannot run, the last good one serves: (?<why>.+)$/s, word: 'told.version.failed' },
  { kind: 'surge.begun', as: /^traffic times (?<times>\S+) for (?<span>\S+)$/, word: 'told.surge.begun' },
  { kind: 'surge.begun', as: /^traffic grows to (?<times>\S+) times what can be served in full, for (?<span>\S+)$/, word: 'told.surge.over' },
  { kind: 'surge.ended', as: /^traffic is back at (?<rate>\S+) requests a second$/, word: 'told.surge.ended' },
  { kind: 'fault.begun', as: /^drill: (?<fault>\S+) of (?<target>\S+) (?<name>\S+) until (?<until>\S+), by (?<who>.+)$/, word: 'told.fault.begun' },
  { kind: 'fault.ended', as: /^drill ended: (?<fault>\S+) of (?<target>\S+) (?<name>\S+), by (?<who>.+)$/, word: 'told.fault.ended' },
  { kind: 'database.ok', as: /^the database answers again$/, word: 'told.database.ok' },
  { kind: 'database.down', as: /^the database does not answer; scenes are served from memory, writes have to wait$/, word: 'told.database.down' },
  { kind: 'database.recovering', as: /^the database is coming back$/, word: 'told.database.recovering' },
]

export function eventTold(t: TFunction, e: Pick<EventNow, 'kind' | 'message'>): string {
  // The holes differ from word to word, and which word it is shows only here.
  const tell = t as (word: Key, holes: Record<string, string> | undefined) => string
  for (const s of SENTENCES) {
    const parts = s.kind === e.kind ? s.as.exec(e.message) : null
    if (parts) return tell(s.word, parts.groups)
  }
  return e.kind.startsWith('degradation.') ? degradationTold(t, e.message) : e.message
}

const DEGRADATION = /^scene (?<scene>\S+): (?<state>[a-z]+), (?<why>[^;]*?)(?:; deepest plan: (?<plan>.*?))?(?:, by (?<by>\S+))?$/

/** A change of what a scene gives up: its state, why, and the names of the plan. */
function degradationTold(t: TFunction, message: string): string {
  const { scene = '', state = '', why = '', plan, by } = DEGRADATION.exec(message)?.groups ?? {}
  const look = lookOf(state)
  if (!look) return message
  const rest = (plan ? t('told.degradation.plan', { plan }) : '') + (by ? t('told.degradation.by', { who: by }) : '')
  return t('told.degradation', { scene, state: t(look.word).toLowerCase(), why: whyTold(t, why), rest })
}
