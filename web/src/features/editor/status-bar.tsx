import { useTranslation } from 'react-i18next'
import type { Place } from '@/lib/text-place'
import { lookOf, type Analyst } from './analyst'
import { useAnalysis } from './use-project'

/** Where the cursor is, and what the server last said. */
export function StatusBar({ analyst, place }: { analyst: Analyst; place: Place | undefined }) {
  const { t } = useTranslation()
  const phase = useAnalysis(analyst, (a) => a.phase)
  const ms = useAnalysis(analyst, (a) => Math.round(a.ms))
  const errors = useAnalysis(analyst, (a) => a.errors)
  const warnings = useAnalysis(analyst, (a) => a.diagnostics.filter((d) => d.severity === 'warning').length)
  const look = lookOf(phase, errors, warnings)
  return (
    <footer className="status-bar" data-check={phase} data-errors={phase === 'none' ? undefined : errors}>
      <span className="status-place">{place && t('editor.place', { line: place.line, column: place.column })}</span>
      <span className={`state ${look.tone}`} role="status" data-look={look.tone}>
        <span className="glyph" aria-hidden="true">
          {look.glyph}
        </span>
        {phase === 'none' ? t('editor.checking') : phase === 'paused' ? t('editor.paused') : t('editor.check', { ms })}
      </span>
      {phase !== 'none' && (
        <span>
          {t('editor.errors', { n: errors })}
          {warnings > 0 && ` · ${t('editor.warnings', { n: warnings })}`}
        </span>
      )}
      <span className="grow" />
      <span className="status-hint">{t('editor.escape')}</span>
    </footer>
  )
}
