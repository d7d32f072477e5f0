import { useEffect, type RefObject } from 'react'

export type More = 'none' | 'left' | 'right' | 'both'

/** On which sides of a box that scrolls sideways there is more than it shows; a pixel is rounding. */
export function moreOf(left: number, width: number, whole: number): More {
  const before = left > 1
  const after = left + width < whole - 1
  return before && after ? 'both' : before ? 'left' : after ? 'right' : 'none'
}

/** Writes as data-more where the box goes on, without rendering anything. */
export function useEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const el = box.current
    if (!el || typeof ResizeObserver === 'undefined') return
    const look = () => {
      const more = moreOf(el.scrollLeft, el.clientWidth, el.scrollWidth)
      if (el.dataset.more !== more) el.dataset.more = more
    }
    const size = new ResizeObserver(look)
    size.observe(el)
    if (el.firstElementChild) size.observe(el.firstElementChild)
    el.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      el.removeEventListener('scroll', look)
    }
  }, [box])
}
