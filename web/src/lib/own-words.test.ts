// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { speakOfFields } from './own-words'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function field(html: string): HTMLInputElement {
  document.body.innerHTML = `<form>${html}</form>`
  stop = speakOfFields(
    document,
    () => 'fill this in',
    () => 'not in the form it should have',
  )
  return document.querySelector('input') as HTMLInputElement
}

test('an empty field is told of in our words, and heals when written in', () => {
  const input = field('<input required>')
  expect(input.reportValidity()).toBe(false)
  expect(input.validationMessage).toBe('fill this in')
  input.value = 'a'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  expect(input.reportValidity()).toBe(true)
})

test('a wrong form is told by the title of the field, where it has one', () => {
  expect(field('<input pattern="[a-z]+" title="small letters" value="A">').reportValidity()).toBe(false)
  expect(document.querySelector('input')?.validationMessage).toBe('small letters')
  stop()
  const bare = field('<input pattern="[a-z]+" value="A">')
  bare.reportValidity()
  expect(bare.validationMessage).toBe('not in the form it should have')
})

test('after the end the browser speaks again', () => {
  const input = field('<input required>')
  stop()
  input.reportValidity()
  expect(input.validationMessage).not.toBe('fill this in')
})
