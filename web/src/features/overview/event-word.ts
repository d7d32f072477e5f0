import type { TFunction } from 'i18next'
import type { Key } from '@/lib/i18n'

const WORDS: Record<string, Key> = {
  'scene.normal': 'event.scene.normal',
  'scene.slow': 'event.scene.slow',
  'scene.degraded': 'event.scene.degraded',
  'scene.probing': 'event.scene.probing',
  'scene.shedding': 'event.scene.shedding',
  'scene.frozen': 'event.scene.frozen',
  'scene.idle': 'event.scene.idle',
  'degradation.normal': 'event.degradation.normal',
  'degradation.degraded': 'event.degradation.degraded',
  'degradation.shedding': 'event.degradation.shedding',
  'degradation.probing': 'event.degradation.probing',
  'degradation.recovering': 'event.degradation.recovering',
  'degradation.frozen': 'event.degradation.frozen',
  'degradation.note': 'event.degradation.note',
  'version.live': 'event.version.live',
  'version.loading': 'event.version.loading',
  'version.failed': 'event.version.failed',
  'version.secrets': 'event.version.secrets',
  'fault.begun': 'event.fault.begun',
  'fault.ended': 'event.fault.ended',
  'surge.begun': 'event.surge.begun',
  'surge.ended': 'event.surge.ended',
  'database.ok': 'event.database.ok',
  'database.down': 'event.database.down',
  'database.recovering': 'event.database.recovering',
  'demo.loaded': 'event.demo.loaded',
}

/** What happened in a word; a kind the console does not know is shown as it came. */
export function eventWord(t: TFunction, kind: string): string {
  const word = WORDS[kind]
  return word ? t(word) : kind
}
