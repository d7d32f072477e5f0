// What a change did, in the reader's language, from the parts that the server
// keeps of it. What is not known here is shown by its parts alone.
import type { TFunction } from 'i18next'
import type { AuditEntry, Role } from '@/api/types'
import { scopesTold } from '@/features/team/scopes'
import { bytes, count, plain } from '@/lib/format'

export interface Told {
  /** Empty where the action says it all. */
  text: string
  /** The version whose changes tell the rest. */
  version?: number
  /** A file of the draft. */
  file?: string
}

type Parts = Record<string, unknown>
const partsOf = (v: unknown): Parts => (typeof v === 'object' && v !== null && !Array.isArray(v) ? (v as Parts) : {})
const num = (v: unknown): number | undefined => (typeof v === 'number' ? v : undefined)
const word = (v: unknown): string => (typeof v === 'string' ? v : '')

const became = (from: string, to: string) => `${from} → ${to}`

const ROLES: readonly string[] = ['viewer', 'editor', 'owner']
const roleOf = (t: TFunction, v: unknown): string => (ROLES.includes(word(v)) ? t(`role.${word(v) as Role}`) : word(v))

const teamsOf = (v: unknown): string => (Array.isArray(v) && v.length > 0 ? v.map(word).join(', ') : '–')

export function changeTold(t: TFunction, e: Pick<AuditEntry, 'action' | 'object' | 'before' | 'after'>): Told {
  const before = partsOf(e.before)
  const after = partsOf(e.after)
  switch (e.action) {
    case 'file.save':
      return { text: saved(t, before, after), file: e.object }
    case 'file.rename':
      return { text: became(word(before.path), word(after.path)), file: word(after.path) }
    case 'version.publish':
      return { text: after.live === true ? t('told.published.live') : t('told.published'), ...versionOf(e.object) }
    case 'version.activate': {
      const was = num(before.live)
      return { text: was === undefined ? t('told.activated.first') : became(`v${was}`, `v${e.object}`), ...versionOf(e.object) }
    }
    case 'draft.restore':
      return { text: t('told.restored', { number: plain(count(num(after.version))) }), ...versionOf(String(after.version)) }
    case 'member.add':
      return { text: t('told.role', { role: roleOf(t, after.role) }) }
    case 'member.role':
      return { text: became(roleOf(t, before.role), roleOf(t, after.role)) }
    case 'member.remove':
    case 'token.delete':
      return { text: t('told.role.was', { role: roleOf(t, before.role) }) }
    case 'token.create': {
      const scopes = Array.isArray(after.scopes) ? after.scopes.map(String) : []
      const days = word(after.expires_at).slice(0, 10)
      return { text: [t('told.role', { role: roleOf(t, after.role) }), scopesTold(t, scopes), days && t('told.until', { day: days })].filter(Boolean).join(' · ') }
    }
    case 'importers.set':
      return { text: became(teamsOf(before.teams), teamsOf(after.teams)) }
    case 'team.create':
      return { text: word(after.title) }
    default:
      return { text: '' }
  }
}

function versionOf(object: string): { version?: number } {
  const n = Number(object)
  return Number.isInteger(n) && n > 0 ? { version: n } : {}
}

/** Lines where the server counted them, sizes otherwise. */
function saved(t: TFunction, before: Parts, after: Parts): string {
  const size = plain(bytes(num(after.bytes)))
  if (before.tag === undefined) return t('told.file.new', { size })
  const added = num(after.added)
  const removed = num(after.removed)
  if (added === undefined || removed === undefined) return size
  if (added === 0 && removed === 0) return t('told.file.same')
  return t('told.file.lines', { added: plain(count(added)), removed: plain(count(removed)), size })
}
