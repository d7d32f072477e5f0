// Whether the last thing a person did was at the keys. Text moves under a
// pointer that rests, and the browser tells that as a movement of the pointer:
// a card that popped up then would lie over the line being written.
import { StateEffect, StateField, type EditorState, type Transaction } from '@codemirror/state'
import { ViewPlugin, type EditorView } from '@codemirror/view'

/** True at a key, false when the pointer really moved. */
const keys = StateEffect.define<boolean>()

const typed = StateField.define<boolean>({
  create: () => false,
  update(was, tr) {
    let now = was || tr.docChanged
    for (const e of tr.effects) if (e.is(keys)) now = e.value
    return now
  },
})

/** True from a key or a change of the text until the pointer really moves. */
export function isTyping(state: EditorState): boolean {
  return state.field(typed, false) ?? false
}

/** Whether a card that is open has to go. */
export function closesCard(tr: Transaction): boolean {
  return tr.docChanged || tr.effects.some((e) => e.is(keys) && e.value)
}

/** Watches the whole editor, its panels too: who types into "find" wants no card over the text either. */
const watch = ViewPlugin.fromClass(
  class {
    private x = Number.NaN
    private y = Number.NaN

    constructor(private readonly view: EditorView) {
      view.dom.addEventListener('keydown', this.pressed, true)
      view.dom.addEventListener('mousemove', this.moved, true)
    }

    private readonly pressed = () => {
      if (!isTyping(this.view.state)) this.view.dispatch({ effects: keys.of(true) })
    }

    private readonly moved = (e: MouseEvent) => {
      const really = e.clientX !== this.x || e.clientY !== this.y
      this.x = e.clientX
      this.y = e.clientY
      if (really && isTyping(this.view.state)) this.view.dispatch({ effects: keys.of(false) })
    }

    destroy() {
      this.view.dom.removeEventListener('keydown', this.pressed, true)
      this.view.dom.removeEventListener('mousemove', this.moved, true)
    }
  },
)

export const typing = [typed, watch]

/** For tests: what a key and a real movement of the pointer tell. */
export const atKeys = (is: boolean) => keys.of(is)
