// Whether the last thing a person did was to type. Text moves under a pointer
// that rests, and the browser tells that as a movement of the pointer: a card
// that popped up then would lie over the line being written.
import { StateEffect, StateField, type EditorState } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'

const pointed = StateEffect.define<null>()

const typed = StateField.define<boolean>({
  create: () => false,
  update: (was, tr) => tr.docChanged || (was && !tr.effects.some((e) => e.is(pointed))),
})

/** True from a change of the text until the pointer really moves. */
export function isTyping(state: EditorState): boolean {
  return state.field(typed, false) ?? false
}

const pointer = ViewPlugin.define(
  (view) => {
    let x = Number.NaN
    let y = Number.NaN
    return {
      at(e: { clientX: number; clientY: number }) {
        const moved = e.clientX !== x || e.clientY !== y
        x = e.clientX
        y = e.clientY
        if (moved && isTyping(view.state)) view.dispatch({ effects: pointed.of(null) })
      },
    }
  },
  {
    eventObservers: {
      mousemove(e) {
        this.at(e)
      },
    },
  },
)

export const typing = [typed, pointer]

/** For tests: what a real movement of the pointer tells. */
export const pointerMoved = () => pointed.of(null)
