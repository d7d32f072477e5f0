import type { MouseEvent } from 'react'

/**
 * Makes all of a row its link: a click beside the link follows the link, as a
 * click on it would, with the same keys for a new tab. What is a button, a link
 * or a mark-up of text keeps its own meaning. The keyboard has the link itself.
 */
export function opensLink(e: MouseEvent<HTMLTableRowElement>): void {
  if (e.defaultPrevented || !(e.target instanceof Element) || e.target.closest('a, button, input, select, label')) return
  if (window.getSelection()?.isCollapsed === false) return
  const link = e.currentTarget.querySelector<HTMLAnchorElement>('a[href]')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: e.ctrlKey, metaKey: e.metaKey, shiftKey: e.shiftKey, button: e.button }))
}
