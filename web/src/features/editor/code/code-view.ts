// The text editor. It lives in a shadow root: there its style sheet is a
// constructed one, where in the page it would be an inline one, which the
// content policy forbids.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { linter, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, StateEffect, StateField, Transaction, type Extension } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view'
import type { Diagnostic } from '@/api/types'
import { diffLines, linesOf } from '@/lib/diff'
import type { Place, Range } from '@/lib/text-place'
import { completion, hover, type Assistant } from './assist'
import { offsetOf, placeOf, shown } from './diagnostics'
import { highlighting, language } from './highlight'
import { theme } from './theme'
import { isTyping, typing } from './typing'

/** A change that came from outside, not from the person at the keys. */
const outside = Annotation.define<true>()
const markRange = StateEffect.define<{ from: number; to: number } | null>()

const rangeField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    let next = marks.map(tr.changes)
    for (const e of tr.effects) {
      if (!e.is(markRange)) continue
      if (e.value === null) {
        next = Decoration.none
        continue
      }
      const { doc } = tr.state
      const lines = []
      for (let n = doc.lineAt(e.value.from).number; n <= doc.lineAt(e.value.to).number; n++) {
        lines.push(Decoration.line({ class: 'cm-nodeRange' }).range(doc.line(n).from))
      }
      next = Decoration.set(lines)
    }
    return next
  },
  provide: (f) => EditorView.decorations.from(f),
})

/**
 * Writing over several selected lines is done here: the browser would join the
 * lines itself and give what is left an inline style, which the policy forbids.
 */
const overLines = EditorView.domEventHandlers({
  beforeinput(e, view) {
    const { main } = view.state.selection
    const { doc } = view.state
    if (e.inputType !== 'insertText' || e.data === null || view.composing || view.state.readOnly) return false
    if (doc.lineAt(main.from).number === doc.lineAt(main.to).number) return false
    view.dispatch(view.state.replaceSelection(e.data), { userEvent: 'input.type', scrollIntoView: true })
    e.preventDefault()
    return true
  },
})

export interface CodeEvents extends Assistant {
  changed(text: string): void
  moved(at: Place): void
  save(): void
  format(): void
  /** Opens what stands at a place, perhaps in another file. */
  goTo(at: Place): void
}

const common: Extension = [
  language,
  highlighting,
  theme,
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
]

/** What a read-only view of a text shows. */
export const readOnlyLook: Extension = [common, EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ tabindex: '0' })]

/** What an editable view within another part, such as the merge, shows. */
export const editableLook: Extension = [common, history(), overLines, keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab])]

/** A shadow root in a box, made once. */
export function shadowOf(box: HTMLElement): ShadowRoot {
  return box.shadowRoot ?? box.attachShadow({ mode: 'open' })
}

export class CodeView {
  private readonly view: EditorView
  private readonly readOnly = new Compartment()
  /** Empty until its code is there. */
  private readonly find = new Compartment()
  private finder: typeof import('./find') | undefined
  private ended = false
  /** States of files that were open before, with their history, cursor and scroll. */
  private readonly states = new Map<string, EditorState>()
  private path = ''

  constructor(
    box: HTMLElement,
    private readonly label: string,
    private readonly words: Record<string, string>,
    private readonly events: CodeEvents,
  ) {
    const root = shadowOf(box)
    this.view = new EditorView({ root, parent: root, state: EditorState.create() })
    void this.loadFind()
  }

  destroy(): void {
    this.ended = true
    this.view.destroy()
  }

  /** Fetches find and replace; `open` shows its panel, too. */
  private async loadFind(open = false): Promise<void> {
    // Without its code the text can be written all the same, and the next Ctrl+F tries again.
    const finder = await import('./find').catch(() => undefined)
    if (!finder || this.ended) return
    this.finder = finder
    this.addFind()
    if (open) finder.openFind(this.view)
  }

  /** Into the state that is shown, if it has none yet. */
  private addFind(): void {
    if (this.finder && this.find.get(this.view.state) !== this.finder.find) this.view.dispatch({ effects: this.find.reconfigure(this.finder.find) })
  }

  focus(): void {
    this.view.focus()
  }

  /** Shows a file. One that was shown before comes back with its history. */
  open(path: string, text: string, editable: boolean): void {
    if (path !== this.path) {
      if (this.path) this.states.set(this.path, this.view.state)
      this.path = path
      this.view.setState(this.states.get(path) ?? this.fresh(text, editable))
    }
    this.view.dispatch({ effects: this.readOnly.reconfigure(this.mode(editable)) })
    this.addFind()
    this.replace(text)
  }

  /** Takes over a text from outside by its changed lines, so that the cursor stays where it was. */
  replace(text: string, undoable = false): void {
    const { doc } = this.view.state
    if (doc.toString() === text) return
    const lines = linesOf(text)
    const old = doc.toString().split('\n')
    const changes = diffLines(old, lines).map((h) => {
      const insert = lines.slice(h.b0, h.b1)
      // A line goes with the line end before it, or behind it where it is the first.
      if (h.a0 > 0) {
        return { from: doc.line(h.a0).to, to: doc.line(h.a1).to, insert: insert.map((l) => '\n' + l).join('') }
      }
      const rest = h.a1 < doc.lines
      return { from: 0, to: rest ? doc.line(h.a1 + 1).from : doc.length, insert: insert.map((l, i) => l + (rest || i < insert.length - 1 ? '\n' : '')).join('') }
    })
    this.view.dispatch({ changes, annotations: [outside.of(true), Transaction.addToHistory.of(undoable)] })
  }

  diagnose(all: readonly Diagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, shown(this.view.state.doc, all, this.path)))
  }

  /** Tints the lines of a node. */
  mark(range: Range | null): void {
    const { doc } = this.view.state
    const value = range && { from: offsetOf(doc, range), to: offsetOf(doc, { line: range.end_line, column: range.end_column }) }
    this.view.dispatch({ effects: markRange.of(value) })
  }

  goTo(at: Place): void {
    const anchor = offsetOf(this.view.state.doc, at)
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }), annotations: outside.of(true) })
  }

  private mode(editable: boolean): Extension {
    return [EditorState.readOnly.of(!editable), EditorView.contentAttributes.of({ 'aria-label': this.label, 'aria-readonly': String(!editable), tabindex: '0' })]
  }

  private fresh(text: string, editable: boolean): EditorState {
    const run = (f: () => void) => () => {
      f()
      return true
    }
    return EditorState.create({
      doc: text,
      extensions: [
        common,
        history(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        dropCursor(),
        closeBrackets(),
        EditorState.phrases.of(this.words),
        typing,
        linter(null, { tooltipFilter: (all, state) => (isTyping(state) ? [] : [...all]) }),
        this.find.of([]),
        rangeField,
        overLines,
        completion(this.events),
        hover(this.events),
        this.readOnly.of(this.mode(editable)),
        keymap.of([
          { key: 'Mod-s', run: run(() => this.events.save()) },
          { key: 'Shift-Alt-f', run: run(() => this.events.format()) },
          { key: 'F12', run: (v) => run(() => this.events.goTo(placeOf(v.state.doc, v.state.selection.main.head)))() },
          ...closeBracketsKeymap,
          ...completionKeymap,
          { key: 'Mod-f', run: () => !this.finder && run(() => void this.loadFind(true))() },
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((u) => {
          if (u.docChanged && !u.transactions.some((tr) => tr.annotation(outside))) this.events.changed(u.state.doc.toString())
          if (u.selectionSet || u.docChanged) {
            if (!u.transactions.some((tr) => tr.annotation(outside))) this.events.moved(placeOf(u.state.doc, u.state.selection.main.head))
          }
        }),
      ],
    })
  }
}
