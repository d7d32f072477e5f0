import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { editableLook, readOnlyLook, shadowOf } from './code/code-view'
import { placesField, writePlace, type Lines } from './code/places'
import { codeWords } from './code/words'

export interface ResultText {
  text(): string
  /** Writes other lines into a place of the result. */
  put(place: number, lines: readonly string[]): void
}

interface MergeTextsProps {
  left: string
  leftLabel: string
  /** What the result begins with; from then on it is what is written in it. */
  result: string
  resultLabel: string
  /** Lines of the beginning that can be written anew one by one. */
  places: readonly Lines[]
  ref: Ref<ResultText>
}

/** Two texts side by side, the right one to be written in. */
export function MergeTexts({ left, leftLabel, result, resultLabel, places, ref }: MergeTextsProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<MergeView | null>(null)
  const field = useMemo(() => placesField(places), [places])
  const words = useMemo(() => EditorState.phrases.of(codeWords(t)), [t])
  // What was written on the right, with its history and places, survives another text on the left.
  const written = useRef<EditorState | null>(null)
  useEffect(() => {
    if (!box.current) return
    const root = shadowOf(box.current)
    const made = new MergeView({
      root,
      parent: root,
      a: { doc: left, extensions: [readOnlyLook, words, EditorView.contentAttributes.of({ 'aria-label': leftLabel })] },
      b: {
        doc: written.current?.doc ?? result,
        extensions: [
          editableLook,
          words,
          written.current ? field.init(() => written.current?.field(field, false) ?? []) : field,
          EditorState.readOnly.of(false),
          EditorView.contentAttributes.of({ 'aria-label': resultLabel }),
          EditorView.updateListener.of((u) => {
            written.current = u.state
          }),
        ],
      },
      gutter: true,
      highlightChanges: true,
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3, minSize: 8 },
    })
    // Without a lower bound of zero the longest line would decide the width of both.
    made.dom.style.height = '100%'
    made.dom.style.overflow = 'auto'
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [left, leftLabel, result, resultLabel, field, words])
  useImperativeHandle(
    ref,
    () => ({
      text: () => view.current?.b.state.doc.toString() ?? result,
      put: (place, lines) => {
        const b = view.current?.b
        const spec = b && writePlace(b.state, field, place, lines)
        if (spec) b.dispatch(spec)
      },
    }),
    [field, result],
  )
  return <div ref={box} className="merge-box" />
}
