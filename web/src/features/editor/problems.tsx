import { useTranslation } from 'react-i18next'
import type { Diagnostic } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { findingTold } from '@/lib/i18n/finding'
import { urgentFirst } from './urgent'

const LOOK = {
  error: { glyph: '✕', tone: 'tone-bad' },
  warning: { glyph: '▲', tone: 'tone-slow' },
  hint: { glyph: '●', tone: 'tone-frozen' },
} as const

/** All diagnostics of the project; each leads to its place. */
export function Problems({ all, open, goTo }: { all: readonly Diagnostic[]; open?: string | undefined; goTo(d: Diagnostic): void }) {
  const { t } = useTranslation()
  if (all.length === 0) return <EmptyNote title={t('editor.noproblems')} />
  return (
    <ul className="problems">
      {urgentFirst(all, open).map((d, i) => (
        <li key={`${d.file} ${d.line} ${d.column} ${d.code} ${i}`} className={LOOK[d.severity].tone} data-code={d.code}>
          <button type="button" onClick={() => goTo(d)}>
            <span className="glyph" aria-hidden="true">
              {LOOK[d.severity].glyph}
            </span>
            <span className="problem-text">
              <span className="hidden-label">{t(`severity.${d.severity}`)} </span>
              <Told d={d} />
            </span>
            <span className="dim problem-place">
              {d.code} {d.file}:{d.line}:{d.column}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Told({ d }: { d: Diagnostic }) {
  const { message, help } = findingTold(d)
  return (
    <>
      {message}
      {help && <span className="dim"> · {help}</span>}
    </>
  )
}
