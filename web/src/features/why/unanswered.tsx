import { useTranslation } from 'react-i18next'
import type { Trace } from '@/api/types'
import { Note } from '@/components/notes'
import { millis, plain } from '@/lib/format'
import { saidAnew } from '@/lib/i18n/refused'
import { LineLink } from './line-link'
import { heldTold } from './held'
import { atOf } from './place'

/** Why a request has no answer: the node that held it up, and how far the others were. */
export function UnansweredNote({ team, trace }: { team: string; trace: Trace }) {
  const { t } = useTranslation()
  const u = trace.unanswered
  if (!u) return null
  const at = u.pos ? atOf(u.pos) : undefined
  return (
    <Note tone="tone-bad" glyph="✕" title={heldTold(t, u)}>
      {u.node && u.cause && (
        <span>
          {saidAnew(u.cause)}
          {at && (
            <>
              {' '}
              <LineLink team={team} source={String(trace.version)} pipeline={trace.scene} node={u.node} at={at}>
                <code>
                  {at.file}:{at.line}
                </code>
              </LineLink>
            </>
          )}
        </span>
      )}
      {u.finished > 0 && (
        <span className="dim" data-finished={u.finished}>
          {t('held.finished', { n: u.finished })} {u.done.map((d) => `${d.node} ${plain(millis(d.took_ns / 1e6))}`).join(' · ')}
        </span>
      )}
      {u.open.length > 0 && (
        <span className="dim">
          {t('held.open')} {u.open.join(' · ')}
        </span>
      )}
      {u.waiting > 0 && (
        <span className="dim">
          {t('held.waiting', { n: u.waiting })} {u.unreached.join(' · ')}
        </span>
      )}
    </Note>
  )
}
