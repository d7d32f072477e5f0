import type { TFunction } from 'i18next'
import { NONE } from '@/lib/format'
import type { Key } from '@/lib/i18n'

const WORDS: Record<string, Key> = {
  slow: 'kept.slow',
  failed: 'kept.failed',
  degraded: 'kept.degraded',
  asked: 'kept.asked',
  sample: 'kept.sample',
}

/** Why a trace was kept; a reason the console does not know is shown as it came. */
export function keptWord(t: TFunction, kept: string): string {
  const word = WORDS[kept]
  return word ? t(word) : kept || NONE
}
