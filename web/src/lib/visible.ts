import { useEffect, useRef, useState, type RefObject } from 'react'

// One observer for all elements: two hundred rows need no two hundred of them.
const told = new WeakMap<Element, (visible: boolean) => void>()
const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver((entries) => entries.forEach((e) => told.get(e.target)?.(e.isIntersecting)), { rootMargin: '120px' })

/** Whether an element is on the screen or nearly so. True where this cannot be known. */
export function useVisible<T extends Element>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null)
  const [visible, setVisible] = useState(observer === null)
  useEffect(() => {
    const element = ref.current
    if (!element || !observer) return
    told.set(element, setVisible)
    observer.observe(element)
    return () => {
      observer.unobserve(element)
      told.delete(element)
    }
  }, [])
  return [ref, visible]
}
