import '@/theme/parts/diff.css'
import { useTranslation } from 'react-i18next'

interface Differing {
  path: string
  added: number
  removed: number
  /** Unified. */
  diff: string
}

/** A unified diff, line by line; folded open by its file name. */
export function TextDiff({ file, open }: { file: Differing; open: boolean }) {
  const { t } = useTranslation()
  return (
    <details className="diff-file" open={open}>
      <summary>
        <code>{file.path}</code> <span className="dim">{t('plan.lines', { added: file.added, removed: file.removed })}</span>
      </summary>
      <div className="diff" tabIndex={0} role="region" aria-label={file.path}>
        {file.diff
          .trimEnd()
          .split('\n')
          .filter((l) => !/^(---|\+\+\+) /.test(l))
          .map((l, i) => (
            <div key={i} className={l.startsWith('+') ? 'plus' : l.startsWith('-') ? 'minus' : l.startsWith('@@') ? 'at' : undefined}>
              {l || ' '}
            </div>
          ))}
      </div>
    </details>
  )
}
