import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Diagnostic } from '@/api/types'
import type { Range } from '@/lib/text-place'
import { CodeView, type CodeEvents } from './code/code-view'
import { codeWords } from './code/words'
import type { Drafts } from './drafts'

interface CodeEditorProps {
  drafts: Drafts
  path: string
  editable: boolean
  diagnostics: readonly Diagnostic[]
  /** Lines of the selected node in this file. */
  mark: Range | null
  events: CodeEvents
  ref: Ref<CodeView | null>
}

/** The text editor in the page. The text itself never passes through React: a slow render cannot undo a key. */
export function CodeEditor({ drafts, path, editable, diagnostics, mark, events, ref }: CodeEditorProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<CodeView | null>(null)
  const latest = useRef(events)
  latest.current = events
  const label = t('editor.text')
  const words = useMemo(() => codeWords(t), [t])

  // Before the page's own effects, which already want to go to a place in it.
  useLayoutEffect(() => {
    if (!box.current) return
    const made = new CodeView(box.current, label, words, {
      changed: (text) => latest.current.changed(text),
      moved: (at) => latest.current.moved(at),
      save: () => latest.current.save(),
      format: () => latest.current.format(),
      goTo: (at) => latest.current.goTo(at),
      complete: (at, signal) => latest.current.complete(at, signal),
      hover: (at) => latest.current.hover(at),
      definition: (at) => latest.current.definition(at),
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [label, words])
  useImperativeHandle<CodeView | null, CodeView | null>(ref, () => view.current, [label, words])

  useLayoutEffect(() => {
    const follow = () => {
      const s = drafts.get(path)
      if (s) view.current?.replace(s.mine)
    }
    view.current?.open(path, drafts.get(path)?.mine ?? '', editable)
    return drafts.subscribe(follow)
  }, [drafts, path, editable, label, words])

  useEffect(() => view.current?.diagnose(diagnostics), [diagnostics, path, label, words])
  useEffect(() => view.current?.mark(mark), [mark, path, label, words])

  return <div ref={box} className="code-box" />
}
