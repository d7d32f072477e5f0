// Parts of a page that are fetched behind it. One that can't be fetched now, as
// when the connection is away, is asked for again: it may not take the page with it.
import { lazy, type ComponentType } from 'react'

const TRIES = 60
const EVERY = 2000

/** React's lazy, patient. A part that stays away for two minutes is an error. */
export function later<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return lazy(() => patient(load))
}

export async function patient<T>(load: () => Promise<T>, every = EVERY, tries = TRIES): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await load()
    } catch (error) {
      if (n >= tries) throw error
      await soon(every)
    }
  }
}

/** After a while, or when the connection is back. */
function soon(ms: number): Promise<void> {
  return new Promise((go) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      go()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}
