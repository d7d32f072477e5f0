import { useTranslation } from 'react-i18next'
import type { Declaration } from '@/api/types'
import { EmptyNote } from '@/components/notes'

/** The open file first, then the others by path; inside of a file as it is written. */
export function outlineOf(all: readonly Declaration[], open: string | undefined): { file: string; items: readonly Declaration[] }[] {
  const files = new Map<string, Declaration[]>()
  for (const d of all) files.set(d.file, [...(files.get(d.file) ?? []), d])
  return [...files]
    .map(([file, items]) => ({ file, items }))
    .sort((a, b) => Number(b.file === open) - Number(a.file === open) || (a.file < b.file ? -1 : 1))
}

interface OutlineProps {
  all: readonly Declaration[]
  open: string | undefined
  goTo(d: Declaration): void
}

/** What the texts declare, also while they do not compile; each leads to its place. */
export function Outline({ all, open, goTo }: OutlineProps) {
  const { t } = useTranslation()
  if (all.length === 0) return <EmptyNote title={t('outline.none')} />
  return (
    <div className="outline">
      {outlineOf(all, open).map(({ file, items }) => (
        <section key={file} aria-label={file}>
          <h3 className="mono">{file}</h3>
          <ul>
            {items.map((d) => (
              <li key={`${d.line} ${d.column}`} data-kind={d.kind} data-name={d.name}>
                <button type="button" onClick={() => goTo(d)}>
                  <span className="outline-kind">{t(`outline.${d.kind}`)}</span> {d.name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
