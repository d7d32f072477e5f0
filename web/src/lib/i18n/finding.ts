// What the compiler finds, in the reader's language: every code has a sentence,
// and the frequent messages and hints are told from their parts. Where only the
// code is known its sentence stands before the compiler's own words.
import type { Said } from './refused'

export interface Findings {
  /** What each code means. */
  codes: Readonly<Record<string, string>>
  /** Whole messages and hints, told anew from their parts. */
  messages: readonly Said[]
  hints: readonly Said[]
  /** How a list that is cut says how many more there are, {n} of them. */
  more: string
}

interface Finding {
  code: string
  message: string
  help?: string | undefined
}

let spoken: Findings | undefined

/** Tells findings in a language from now on; in English without one. */
export function sayFindings(as: Findings | undefined): void {
  spoken = as
}

const MORE = / and (\d+) more$/

function anew({ more }: Findings, list: readonly Said[], text: string): string | undefined {
  for (const { as, sentence } of list) {
    const parts = as.exec(text)
    if (parts) return sentence.replace(/{(\w+)}/g, (hole: string, name: string) => parts.groups?.[name]?.replace(MORE, (_, n: string) => more.replace('{n}', n)) ?? hole)
  }
  return undefined
}

/** A message and its hint; as they came in a language that has none of its own. */
export function findingTold<F extends Finding>(d: F): { message: string; help: string | undefined } {
  if (!spoken) return { message: d.message, help: d.help }
  const means = Object.hasOwn(spoken.codes, d.code) ? spoken.codes[d.code] : undefined
  const message = anew(spoken, spoken.messages, d.message) ?? (means === undefined ? d.message : `${means}（${d.message}）`)
  return { message, help: d.help && (anew(spoken, spoken.hints, d.help) ?? d.help) }
}
