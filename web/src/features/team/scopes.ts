import type { TFunction } from 'i18next'

/** What a token may be bound to, as the server knows it. */
export const SCOPES = ['read', 'write', 'documents', 'serve', 'admin', 'priority'] as const

/** Scopes in the reader's language; one the console does not know is shown as it came. */
export function scopesTold(t: TFunction, scopes: readonly string[]): string {
  const known = (s: string) => SCOPES.find((k) => k === s)
  return scopes
    .map((s) => {
      const k = known(s)
      return k ? t(`scope.${k}`) : s
    })
    .join(' · ')
}
