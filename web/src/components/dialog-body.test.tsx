// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { act, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { speak } from '@/lib/i18n'
import DialogBody from './dialog-body'

beforeAll(async () => {
  // What the library looks for and jsdom has not.
  window.matchMedia ??= (() => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined })) as unknown as typeof matchMedia
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  await speak('en')
})
afterEach(cleanup)

function Two() {
  const [outer, setOuter] = useState(true)
  const [inner, setInner] = useState(true)
  return (
    <>
      <DialogBody title="outer" opened={outer} close={() => setOuter(false)}>
        history
      </DialogBody>
      <DialogBody title="inner" opened={inner} close={() => setInner(false)}>
        really?
      </DialogBody>
    </>
  )
}

const escape = () => act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
const shown = () => ['history', 'really?'].filter((text) => screen.queryByText(text) !== null)

test('one Esc closes the dialog on top alone', async () => {
  render(<Two />)
  expect(shown()).toEqual(['history', 'really?'])
  await escape()
  expect(shown()).toEqual(['history'])
  await escape()
  expect(shown()).toEqual([])
})
