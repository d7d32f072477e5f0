// Why the server refuses, in the reader's language. Each refusal has a reason
// and what fills its sentence; the English sentence comes with it, and is shown
// where a language has none of its own.
import type reasons from '@/gen/reasons.json'

/** The reasons of this server. One of another version may be none of them. */
export type Reason = keyof typeof reasons

/** The sentences of a language other than English, by reason, with holes such as {name}. */
export interface Refusals {
  sentences: Readonly<Record<string, string>>
  /** What stands in a hole of kind NOUNS and is a word, not a name. */
  nouns: Readonly<Record<string, string>>
  /** Sentences that other layers make, told anew from their parts. */
  said: readonly Said[]
}

export interface Said {
  /** Names of the groups are the holes of the sentence. */
  as: RegExp
  sentence: string
}

export interface Refusal {
  reason?: string | undefined
  params?: Readonly<Record<string, unknown>> | undefined
}

/** Holes whose values are words: of things, roles, parts. */
const NOUNS: ReadonlySet<string> = new Set(['what', 'target', 'need', 'role', 'yours', 'part', 'source'])

let spoken: Refusals | undefined

/** Says refusals in a language from now on; in English without one. */
export function sayRefusals(as: Refusals | undefined): void {
  spoken = as
}

function fill(sentence: string, params: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/{(\w+)}/g, (hole: string, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' && typeof value !== 'number') return hole
    const text = String(value)
    if (name === 'said') return saidAnew(text)
    return (NOUNS.has(name) && spoken && Object.hasOwn(spoken.nouns, text) && spoken.nouns[text]) || text
  })
}

/** A sentence of another layer, such as the engine's; as it is where it is not known. */
export function saidAnew(text: string): string {
  for (const s of spoken?.said ?? []) {
    const parts = s.as.exec(text)
    if (parts) return fill(s.sentence, parts.groups ?? {})
  }
  return text
}

/** The sentence of a refusal; the server's own where this language has none. */
export function refusedBecause(refusal: Refusal, english: string): string {
  const { reason = '', params = {} } = refusal
  if (!spoken || !Object.hasOwn(spoken.sentences, reason)) return saidAnew(english)
  return fill(spoken.sentences[reason] ?? english, params)
}
