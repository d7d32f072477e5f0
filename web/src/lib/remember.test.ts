// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { remember, remembered } from './remember'

test('what was remembered, within reason, or the fallback', () => {
  expect(remembered('rows', 5)).toBe(5)
  remember('rows', 4)
  expect(remembered('rows', 5)).toBe(4)
  localStorage.setItem('riffle.was.rows', 'many')
  expect(remembered('rows', 5)).toBe(5)
  localStorage.setItem('riffle.was.rows', '1e9')
  expect(remembered('rows', 5)).toBe(5)
})

test('a browser that keeps nothing gets the fallback', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied')
  })
  expect(() => remember('rows', 4)).not.toThrow()
  expect(remembered('rows', 5)).toBe(5)
})
