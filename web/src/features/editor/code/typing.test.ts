import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { isTyping, pointerMoved, typing } from './typing'

test('a card may pop up until something is typed, and again when the pointer really moved', () => {
  let state = EditorState.create({ doc: 'a', extensions: typing })
  const told = [isTyping(state)]
  for (const tr of [{ changes: { from: 1, insert: 'b' } }, { selection: { anchor: 0 } }, { effects: pointerMoved() }]) {
    state = state.update(tr).state
    told.push(isTyping(state))
  }
  expect(told).toEqual([false, true, true, false])
})
