import type { TFunction } from 'i18next'
import type { Fault } from './form'

/** What is wrong with a field, in words. */
export function faultWord(t: TFunction, f: Fault): string {
  switch (f.kind) {
    case 'bounds':
      return t('fault.bounds', { low: f.low, high: f.high })
    case 'words':
      return t('fault.words', { words: f.words })
    case 'dim':
      return t('fault.dim', { dim: f.dim, got: f.got })
    default:
      return t(`fault.${f.kind}`)
  }
}
