// One thing that differs, in the reader's language, from its parts. Names,
// values and the words of the language itself stay as they are written.
import type { TFunction } from 'i18next'
import type { PlanDetail } from '@/api/types'
import { count, plain } from '@/lib/format'

export function detailTold(t: TFunction, d: PlanDetail): string {
  const n = plain(count(d.docs))
  if (d.part === 'documents') return t('detail.documents', { n })
  if (d.danger === 'resource_removed') return t('detail.resource', { name: d.name })
  if (d.part === 'declaration') return t('detail.declaration', { name: d.name })
  const tail = (d.users?.length ? t('detail.users', { names: d.users.join(', ') }) : '') + (d.docs ? t('detail.docs', { n }) : '')
  return told(t, d, t(`part.${d.part}`)) + tail
}

function told(t: TFunction, d: PlanDetail, part: string): string {
  const { name, before, after } = d
  if (d.change === 'added') return t('detail.added', { part, name, after: after ?? '' })
  if (d.change === 'removed') return t('detail.removed', { part, name, before: before ?? '' })
  const what = d.what ? `${name} ${d.what}` : d.part === 'parameter' || d.part === 'column' ? `${part} ${name}` : name
  if (!before) return t('detail.set', { what, after: after ?? '' })
  if (!after) return t('detail.unset', { what, before })
  return t('detail.changed', { what, before, after })
}
