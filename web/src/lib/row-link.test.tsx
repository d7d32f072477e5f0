// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { opensLink } from './row-link'

afterEach(cleanup)

function row() {
  const followed = vi.fn((e: React.MouseEvent) => e.preventDefault())
  const pressed = vi.fn()
  render(
    <table>
      <tbody>
        <tr onClick={opensLink}>
          <td>first cell</td>
          <td>
            <a href="somewhere" onClick={followed}>
              the link
            </a>
          </td>
          <td>
            <button onClick={pressed}>why</button>
          </td>
        </tr>
      </tbody>
    </table>,
  )
  return { followed, pressed }
}

test('a click on any cell follows the link of the row, once', () => {
  const { followed } = row()
  fireEvent.click(screen.getByText('first cell'), { ctrlKey: true })
  expect(followed).toHaveBeenCalledTimes(1)
  expect(followed.mock.calls[0]?.[0].ctrlKey).toBe(true)
})

test('a click on the link is the link\u2019s own, one on a button the button\u2019s', () => {
  const { followed, pressed } = row()
  fireEvent.click(screen.getByText('the link'))
  expect(followed).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByText('why'))
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(followed).toHaveBeenCalledTimes(1)
})
