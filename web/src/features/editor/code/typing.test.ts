import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { atKeys, closesCard, isTyping, typing } from './typing'

test('a card may pop up until something is typed, and again when the pointer really moved', () => {
  let state = EditorState.create({ doc: 'a', extensions: typing })
  const told = [isTyping(state)]
  const closes = []
  for (const spec of [{ changes: { from: 1, insert: 'b' } }, { selection: { anchor: 0 } }, { effects: atKeys(false) }, { effects: atKeys(true) }]) {
    const tr = state.update(spec)
    closes.push(closesCard(tr))
    state = tr.state
    told.push(isTyping(state))
  }
  expect(told).toEqual([false, true, true, false, true])
  expect(closes).toEqual([true, false, false, true])
})
