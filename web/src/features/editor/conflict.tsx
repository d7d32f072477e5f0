import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '@/components/when'
import { chosen, conflictsOf, merge, placesOf, resolve, type Choice } from '@/lib/merge'
import type { FileState } from './autosave'
import type { Drafts } from './drafts'
import { MergeTexts, type ResultText } from './merge-view'
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
  const start = useMemo(() => resolve(pieces, []), [pieces])
  const places = useMemo(() => placesOf(pieces), [pieces])
  const editor = useRef<ResultText>(null)
  const texts: Record<Side, string> = { theirs: theirs.text, base: state.base.text, mine: state.mine }
  const open = conflicts.filter((_, i) => choices[i] === undefined).length
  // Only this place is written anew: what was typed elsewhere in the result stays.
  const choose = (i: number, choice: Choice) => {
    const c = conflicts[i]
    if (c) editor.current?.put(i, chosen(c, choice))
    setChoices(conflicts.map((_, n) => (n === i ? choice : choices[n])))
  }
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
        <div className="conflict-places" tabIndex={0} role="region" aria-label={t('conflict.list')}>
          <div className="conflict-row head">
            <span>{t('conflict.head.mine')}</span>
            <span>{t('conflict.head.theirs', { who: theirs.by ?? '?' })}</span>
            <span>{t('conflict.head.take')}</span>
          </div>
          <ol>
            {conflicts.map((c, i) => (
              <li key={i} className="conflict-row">
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
        </div>
      )}
      <div className="conflict-heads">
        <div className="row-of">
          <span className="dim">{t('conflict.left')}</span>
          <span className="segments" role="group" aria-label={t('conflict.left')}>
            {(['theirs', 'base', 'mine'] as const).map((s) => (
              <button key={s} type="button" aria-pressed={side === s} onClick={() => setSide(s)}>
                {t(`conflict.side.${s}`)}
              </button>
            ))}
          </span>
        </div>
        <div className="row-of">
          <strong>{t('conflict.result')}</strong>
          <span className="grow" />
          <button type="button" className="button primary" onClick={() => drafts.resolve(path, editor.current?.text() ?? start)}>
            {open > 0 ? t('conflict.save.both') : t('conflict.save')}
          </button>
        </div>
      </div>
      <MergeTexts left={texts[side]} leftLabel={t(`conflict.side.${side}`)} result={start} places={places} resultLabel={t('conflict.result')} ref={editor} />
    </section>
  )
}
