import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Diagnostic } from '@/api/types'
import { editorSearch } from '@/lib/search'
import type { Drafts } from './drafts'
import { useFile } from './use-project'

interface FileListProps {
  paths: readonly string[]
  open: string | undefined
  drafts: Drafts
  diagnostics: readonly Diagnostic[]
}

/** The files of the project; each says whether it is broken and whether it is saved. */
export function FileList({ paths, open, drafts, diagnostics }: FileListProps) {
  const { t } = useTranslation()
  return (
    <nav className="file-list" aria-label={t('editor.files')}>
      <ul>
        {paths.map((path) => (
          <FileEntry key={path} path={path} open={path === open} drafts={drafts} errors={diagnostics.filter((d) => d.file === path && d.severity === 'error').length} />
        ))}
      </ul>
    </nav>
  )
}

function FileEntry({ path, open, drafts, errors }: { path: string; open: boolean; drafts: Drafts; errors: number }) {
  const { t } = useTranslation()
  const phase = useFile(drafts, path, (s) => s?.phase)
  const kept = useFile(drafts, path, () => drafts.offer(path) !== undefined)
  return (
    <li>
      <Link from="/t/$team/pipelines/$name/edit" search={(old) => editorSearch({ view: old.view, file: path })} className={open ? 'active' : ''} aria-current={open ? 'true' : undefined} title={path}>
        <span className="file-name">{path.replace(/\.riffle$/, '')}</span>
        {errors > 0 && (
          <span className="file-mark tone-bad" title={t('editor.errors', { n: errors })}>
            ✕ {errors}
          </span>
        )}
        {kept && (
          <span className="file-mark tone-slow" title={t('kept.mark')}>
            ▲
          </span>
        )}
        {errors === 0 && phase !== undefined && phase !== 'saved' && (
          <span className="file-mark dim" title={t(`save.${phase}`)}>
            {phase === 'conflict' ? '✕' : '○'}
          </span>
        )}
      </Link>
    </li>
  )
}
