import { useTranslation } from 'react-i18next'
import type { Phase } from './autosave'
import type { Drafts } from './drafts'
import { useFile } from './use-project'

const LOOK: Record<Phase, { glyph: string; tone: string }> = {
  saved: { glyph: '●', tone: 'tone-normal' },
  dirty: { glyph: '○', tone: 'tone-idle' },
  saving: { glyph: '◐', tone: 'tone-probing' },
  offline: { glyph: '▲', tone: 'tone-slow' },
  login: { glyph: '▲', tone: 'tone-slow' },
  conflict: { glyph: '✕', tone: 'tone-bad' },
  refused: { glyph: '✕', tone: 'tone-bad' },
}

/** Whether the text of a file is safe, in a glyph and a word that keep their place. */
export function SaveMark({ drafts, path }: { drafts: Drafts; path: string }) {
  const { t } = useTranslation()
  const phase = useFile(drafts, path, (s) => s?.phase)
  const problem = useFile(drafts, path, (s) => s?.problem)
  if (!phase) return null
  return (
    <span className={`state save-mark ${LOOK[phase].tone}`} data-save={phase} role="status" title={problem}>
      <span className="glyph" aria-hidden="true">
        {LOOK[phase].glyph}
      </span>
      <span className="word dim">{t(`save.${phase}`)}</span>
    </span>
  )
}
