import { describe, expect, test } from 'vitest'
import { Problem } from '@/api/problem'
import type { DraftFile } from '@/api/types'
import { Drafts } from './drafts'

/** A server with files and tags, whose next save may be told to fail. */
function bench(texts: Record<string, string>) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, { path, text, tag: `${path} 1` }]))
  const fail: (Problem | null)[] = []
  const calls: string[] = []
  const timers: (() => void)[] = []
  let tags = 1
  const drafts = new Drafts(
    {
      read: async (path) => ({ ...files.get(path) }) as DraftFile,
      save: async (path, tag, text) => {
        calls.push(`${path} ${text}`)
        const problem = fail.shift()
        if (problem) throw problem
        const old = files.get(path)
        if ((old?.tag ?? '*') !== tag) throw new Problem(409, 'stale', 'somebody else saved', undefined, { current: old })
        const file = { path, text, tag: `${path} ${++tags}` }
        files.set(path, file)
        return file as DraftFile
      },
    },
    (_ms, run) => {
      timers.push(run)
      return () => void (timers.includes(run) && timers.splice(timers.indexOf(run), 1))
    },
    () => 0,
  )
  const list = () => [...files.values()] as DraftFile[]
  const pause = async () => {
    timers.splice(0).forEach((run) => run())
    await new Promise((done) => setTimeout(done))
  }
  return { drafts, files, fail, calls, list, pause }
}

describe('the draft in the browser', () => {
  test('reads what is listed, saves after a pause, once', async () => {
    const { drafts, files, calls, list, pause } = bench({ a: 'x' })
    await drafts.listed(list())
    drafts.edit('a', 'xy')
    drafts.edit('a', 'xyz')
    expect(calls).toEqual([])
    await pause()
    expect(calls).toEqual(['a xyz'])
    expect(files.get('a')?.text).toBe('xyz')
    expect(drafts.get('a')?.phase).toBe('saved')
    expect(drafts.texts()).toEqual([{ path: 'a', text: 'xyz' }])
  })

  test('follows others where nothing was typed, and keeps what was', async () => {
    const { drafts, files, list } = bench({ a: 'x', b: 'x' })
    await drafts.listed(list())
    drafts.edit('b', 'mine')
    files.set('a', { path: 'a', text: 'theirs', tag: 'a 9' })
    files.set('b', { path: 'b', text: 'theirs', tag: 'b 9' })
    await drafts.listed(list())
    expect(drafts.get('a')?.mine).toBe('theirs')
    expect(drafts.get('b')?.mine).toBe('mine')
  })

  test('a save that finds another text is a conflict, and the decision is saved', async () => {
    const { drafts, files, list, pause } = bench({ a: 'x' })
    await drafts.listed(list())
    drafts.edit('a', 'mine')
    files.set('a', { path: 'a', text: 'theirs', tag: 'a 9' })
    await pause()
    expect(drafts.get('a')).toMatchObject({ phase: 'conflict', mine: 'mine', theirs: { text: 'theirs' } })
    expect(await drafts.settled()).toBe(false)
    drafts.resolve('a', 'both')
    await pause()
    expect(files.get('a')?.text).toBe('both')
    expect(await drafts.settled()).toBe(true)
  })

  test('no answer: tried again by itself; an ended session: after the login', async () => {
    const { drafts, files, fail, list, pause } = bench({ a: 'x' })
    await drafts.listed(list())
    fail.push(Problem.offline(new Error('gone')))
    drafts.edit('a', 'y')
    await pause()
    expect(drafts.get('a')?.phase).toBe('offline')
    fail.push(new Problem(401, 'unauthenticated', 'log in'))
    await pause()
    expect(drafts.get('a')?.phase).toBe('login')
    await pause()
    expect(files.get('a')?.text).toBe('x')
    drafts.flush()
    await pause()
    expect(files.get('a')?.text).toBe('y')
  })

  test('a file that is gone is forgotten, unless it is being edited', async () => {
    const { drafts, files, list } = bench({ a: 'x', b: 'x' })
    await drafts.listed(list())
    drafts.edit('b', 'mine')
    files.clear()
    await drafts.listed([])
    expect([drafts.get('a'), drafts.get('b')?.mine]).toEqual([undefined, 'mine'])
  })
})
