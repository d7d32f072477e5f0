import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '@/components/when'
import { conflictsOf, merge, resolve, type Choice } from '@/lib/merge'
import type { FileState } from './autosave'
import type { Drafts } from './drafts'
import { MergeTexts } from './merge-view'
import { useFile } from './use-project'

const whole = (s: FileState | undefined) => s

/** Somebody else saved the same file: three texts, one result, and nothing is sent before a person says so. */
export default function Conflict({ drafts, path }: { drafts: Drafts; path: string }) {
  const state = useFile(drafts, path, whole)
  if (state?.phase !== 'conflict' || !state.theirs) return null
  return <Decide key={state.theirs.tag} drafts={drafts} path={path} state={state} theirs={state.theirs} />
}

/** Lines as one; undefined where there are none. */
function brief(lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : lines.map((l) => l.trim()).join(' ⏎ ')
}

type Side = 'theirs' | 'base' | 'mine'

function Decide({ drafts, path, state, theirs }: { drafts: Drafts; path: string; state: FileState; theirs: NonNullable<FileState['theirs']> }) {
  const { t } = useTranslation()
  const pieces = useMemo(() => merge(state.base.text, state.mine, theirs.text), [state.base.text, state.mine, theirs.text])
  const conflicts = conflictsOf(pieces)
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([])
  const [side, setSide] = useState<Side>('theirs')
  const result = useMemo(() => resolve(pieces, choices), [pieces, choices])
  const editor = useRef<{ text(): string }>(null)
  const texts: Record<Side, string> = { theirs: theirs.text, base: state.base.text, mine: state.mine }
  const open = conflicts.filter((_, i) => choices[i] === undefined).length
  const choose = (i: number, choice: Choice) => setChoices(conflicts.map((_, n) => (n === i ? choice : choices[n])))
  return (
    <section className="conflict" aria-label={t('conflict.title')} data-conflicts={conflicts.length}>
      <header className="note tone-bad" role="alert">
        <span className="glyph" aria-hidden="true">
          ✕
        </span>
        <div className="text">
          <strong>{t('conflict.title')}</strong>
          <span>
            {t('conflict.who', { who: theirs.by ?? '?', path })} {theirs.at && <When at={theirs.at} />}. {conflicts.length === 0 ? t('conflict.clean') : t('conflict.places', { n: conflicts.length })}
          </span>
        </div>
      </header>
      {conflicts.length > 0 && (
        <ol className="conflict-places">
          {conflicts.map((c, i) => (
            <li key={i}>
              <code title={c.mine.join('\n')}>{brief(c.mine) ?? t('conflict.deleted')}</code>
              <code title={c.theirs.join('\n')}>{brief(c.theirs) ?? t('conflict.deleted')}</code>
              <span className="segments" role="group" aria-label={t('conflict.place', { n: i + 1 })}>
                {(['mine', 'theirs', 'both'] as const).map((choice) => (
                  <button key={choice} type="button" aria-pressed={choices[i] === choice} onClick={() => choose(i, choice)}>
                    {t(`conflict.${choice}`)}
                  </button>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="row-of conflict-heads">
        <span className="segments" role="group" aria-label={t('conflict.left')}>
          {(['theirs', 'base', 'mine'] as const).map((s) => (
            <button key={s} type="button" aria-pressed={side === s} onClick={() => setSide(s)}>
              {t(`conflict.side.${s}`)}
            </button>
          ))}
        </span>
        <span className="grow" />
        <span className="dim">{t('conflict.result')}</span>
        <button type="button" className="button primary" onClick={() => drafts.resolve(path, editor.current?.text() ?? result)}>
          {open > 0 ? t('conflict.save.both') : t('conflict.save')}
        </button>
      </div>
      <MergeTexts left={texts[side]} leftLabel={t(`conflict.side.${side}`)} result={result} resultLabel={t('conflict.result')} ref={editor} />
    </section>
  )
}
