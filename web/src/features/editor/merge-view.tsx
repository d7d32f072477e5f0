import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { editableLook, readOnlyLook, shadowOf } from './code/code-view'

interface MergeTextsProps {
  left: string
  leftLabel: string
  result: string
  resultLabel: string
  ref: Ref<{ text(): string }>
}

/** Two texts side by side, the right one to be written in. */
export function MergeTexts({ left, leftLabel, result, resultLabel, ref }: MergeTextsProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<MergeView | null>(null)
  // What was written on the right survives another text on the left.
  const written = useRef(result)
  const from = useRef(result)
  if (from.current !== result) written.current = from.current = result
  useEffect(() => {
    if (!box.current) return
    const root = shadowOf(box.current)
    const made = new MergeView({
      root,
      parent: root,
      a: { doc: left, extensions: [readOnlyLook, EditorView.contentAttributes.of({ 'aria-label': leftLabel })] },
      b: {
        doc: written.current,
        extensions: [
          editableLook,
          EditorState.readOnly.of(false),
          EditorView.contentAttributes.of({ 'aria-label': resultLabel }),
          EditorView.updateListener.of((u) => {
            if (u.docChanged) written.current = u.state.doc.toString()
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
  }, [left, leftLabel, result, resultLabel])
  useImperativeHandle(ref, () => ({ text: () => view.current?.b.state.doc.toString() ?? written.current }), [])
  return <div ref={box} className="merge-box" />
}
