import '@/theme/editor.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '@/api/problem'
import type { Text } from '@/api/types'
import { useVersion } from '@/api/versions'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { CodeView, type CodeEvents } from '@/features/editor/code/code-view'
import { codeWords } from '@/features/editor/code/words'

const route = getRouteApi('/t/$team/versions/$number')

/** The text of a version, as it ran, at one line: it is read only, for a version never changes. */
export default function VersionPage() {
  const { t } = useTranslation()
  const { team, number } = route.useParams()
  const search = route.useSearch()
  const valid = /^[1-9]\d{0,8}$/.test(number)
  const query = useVersion(team, valid ? Number(number) : undefined)
  const gone = !valid || (query.error instanceof Problem && query.error.status === 404)
  return (
    <Page title={`v${number}`} team={team} crumbs={[{ name: t('nav.pipelines'), to: `/t/${team}/pipelines` }]}>
      {gone ? (
        <section className="panel">
          <EmptyNote title={t('error.missing')}>
            <Link to="/t/$team/pipelines" params={{ team }}>
              {t('nav.pipelines')}
            </Link>
          </EmptyNote>
        </section>
      ) : (
        <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
          {(version) => {
            const files = version.files ?? []
            const file = files.find((f) => f.path === search.file) ?? (search.file === undefined ? files[0] : undefined)
            return (
              <section className="panel version-text" aria-label={t('version.view.text')}>
                <header>
                  <nav className="row-of" aria-label={t('editor.files')}>
                    {files.map((f) => (
                      <Link key={f.path} to="/t/$team/versions/$number" params={{ team, number }} search={{ file: f.path }} aria-current={f === file ? 'true' : undefined} className="mono">
                        {f.path}
                      </Link>
                    ))}
                  </nav>
                  <span className="grow" />
                  {search.node && <span className="dim mono">{search.node}</span>}
                  <span className="dim">{t('why.version.fixed', { n: number })}</span>
                </header>
                {file ? <FixedText file={file} line={search.line} /> : <EmptyNote title={t('why.nofile', { path: search.file ?? '', n: number })} />}
              </section>
            )
          }}
        </Loaded>
      )}
    </Page>
  )
}

const NOTHING: CodeEvents = {
  changed: () => undefined,
  moved: () => undefined,
  save: () => undefined,
  format: () => undefined,
  goTo: () => undefined,
  complete: () => Promise.reject(new Error('a version is only read')),
  hover: () => Promise.reject(new Error('a version is only read')),
  definition: () => Promise.reject(new Error('a version is only read')),
}

function FixedText({ file, line }: { file: Text; line: number | undefined }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<CodeView>()
  const words = useMemo(() => codeWords(t), [t])
  const label = t('editor.text')
  useEffect(() => {
    if (!box.current) return
    const made = new CodeView(box.current, label, words, NOTHING)
    setView(made)
    return () => made.destroy()
  }, [label, words])
  useEffect(() => {
    if (!view) return
    view.open(file.path, file.text, false)
    if (line === undefined) return
    const end = (file.text.split('\n')[line - 1]?.length ?? 0) + 1
    view.mark({ line, column: 1, end_line: line, end_column: end })
    view.goTo({ line, column: 1 })
  }, [view, file, line])
  return <div ref={box} className="code-box" data-at={line} />
}
