import type { TFunction } from 'i18next'

const WORDS = { feature: 'stage.feature', recall: 'stage.recall', merge: 'stage.merge', rank: 'stage.rank', out: 'stage.out', after: 'stage.after' } as const

/** A stage in the reader's language; one the console does not know is shown as it came. */
export function stageName(t: TFunction, stage: string): string {
  return stage in WORDS ? t(WORDS[stage as keyof typeof WORDS]) : stage
}
