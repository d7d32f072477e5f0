import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface NoteProps {
  tone?: string
  glyph?: string
  title: string
  children?: ReactNode
  alert?: boolean
}

export function Note({ tone = '', glyph = '○', title, children, alert = false }: NoteProps) {
  return (
    <div className={`note ${tone}`} role={alert ? 'alert' : undefined}>
      <span className="glyph" aria-hidden="true">
        {glyph}
      </span>
      <div className="text">
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  )
}

export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return <Note title={title}>{children && <span className="dim">{children}</span>}</Note>
}

/** The part of an API refusal that a note shows; declared here so that components need no API. */
interface Refusal {
  status?: number
  code?: string
  detail?: string
  requestId?: string | undefined
  body?: Readonly<Record<string, unknown>>
  message: string
}

/** What failed, the id to ask the operator about, and a way to try again. */
export function ErrorNote({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useTranslation()
  const e: Refusal = error
  // The dialog over the page asks to log in again; a note beneath it would only repeat that.
  if (e.status === 401) return null
  // Not every refusal is for want of a role: a wrong old password is none, and no owner can help.
  if (e.status === 403 && (e.body?.reason ?? 'role_needed') === 'role_needed') {
    return (
      <Note tone="tone-slow" glyph="▲" title={t('error.forbidden')} alert>
        <span className="dim">{e.detail}</span>
        <span className="dim">{t('error.forbidden.who')}</span>
      </Note>
    )
  }
  const title = e.status === 404 ? t('error.missing') : e.status === 0 ? t('error.offline') : t('error.failed')
  return (
    <Note tone="tone-bad" glyph="✕" title={title} alert>
      {e.status !== 0 && <span>{e.detail ?? e.message}</span>}
      {e.requestId && (
        <span className="dim">
          {t('error.request')} <code>{e.requestId}</code>
        </span>
      )}
      {retry && (
        <span>
          <button className="button" onClick={retry}>
            {t('action.retry')}
          </button>
        </span>
      )}
    </Note>
  )
}
