// Why a scene is in its state, in the reader's language. The server sends a
// sentence; those that are known here are told anew from their parts, any other
// is shown as it came.
import type { TFunction } from 'i18next'
import type { Key } from '@/lib/i18n'

const SENTENCES: readonly (readonly [RegExp, Key])[] = [
  [/^not even the cheapest plans fit the budget$/, 'degrade.why.cheapest'],
  [/^more than 20 % are late$/, 'degrade.why.severe'],
  [/^a module is switched off$/, 'degrade.why.module'],
  [/^by hand$/, 'degrade.why.hand'],
  [/^forced$/, 'degrade.why.forced'],
  [/^held$/, 'degrade.why.held'],
  [/^frozen by hand$/, 'degrade.why.frozen'],
  [/^no longer frozen$/, 'degrade.why.thawed'],
  [/^no longer forced$/, 'degrade.why.free'],
  [/^no longer (?:held|acting by hand|watched by hand)$/, 'degrade.why.free'],
  [/^the budget is below what the full plans need$/, 'degrade.why.budget'],
  [/^requests are late$/, 'degrade.why.late'],
  [/^nothing got worse for a while$/, 'degrade.why.calm'],
  [/^what is off answered those who looked$/, 'degrade.why.alive'],
  [/^the budget pays for the full plans$/, 'degrade.why.pays'],
  [/^everybody is answered$/, 'degrade.why.answered'],
  [/^the probe passed: (?<bad>\d+) bad of (?<n>\d+)$/, 'degrade.why.passed'],
  [/^the probe failed: (?<bad>\d+) bad of (?<n>\d+)$/, 'degrade.why.probe'],
  [/^the first rung failed: (?<bad>\d+) bad of (?<n>\d+)$/, 'degrade.why.rung'],
  [/^back to (?<share>\d+) %: (?<bad>\d+) bad of (?<n>\d+)$/, 'degrade.why.back'],
  [/^(?<node>\S+) is slow$/, 'degrade.why.slow'],
  [/^(?<node>\S+) is dead$/, 'degrade.why.dead'],
  [/^acts$/, 'degrade.why.acts'],
  [/^only watched$/, 'degrade.why.watched'],
  [/^clean$/, 'degrade.why.clean'],
]

export function whyTold(t: TFunction, why: string): string {
  // The holes differ from word to word, and which word it is shows only here.
  const tell = t as (word: Key, holes: Record<string, string> | undefined) => string
  for (const [as, word] of SENTENCES) {
    const parts = as.exec(why)
    if (parts) return tell(word, parts.groups)
  }
  return why
}
