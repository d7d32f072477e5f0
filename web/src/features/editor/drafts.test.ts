import { describe, expect, test } from 'vitest'
import { Problem } from '@/api/problem'
import type { DraftFile } from '@/api/types'
import { Drafts } from './drafts'
import type { Shelved } from './shelf'

/** A server with files and tags, whose next save may be told to fail. */
function bench(texts: Record<string, string>, shelved: Record<string, Shelved> = {}) {
  const shelf = new Map(Object.entries(shelved))
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
    { get: (path) => shelf.get(path), put: (path, text) => void shelf.set(path, text), drop: (path) => void shelf.delete(path) },
  )
  const list = () => [...files.values()] as DraftFile[]
  const pause = async () => {
    timers.splice(0).forEach((run) => run())
    await new Promise((done) => setTimeout(done))
  }
  return { drafts, files, fail, calls, list, pause, shelf }
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
    expect(drafts.conflicts()).toEqual(['a'])
    drafts.resolve('a', 'both')
    expect(drafts.conflicts()).toEqual([])
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

  describe('a text that could not be saved', () => {
    const left = (tag: string): Record<string, Shelved> => ({ a: { text: 'written on the train', base: 'x', tag, at: 5 } })

    test('stands on the shelf while there is no answer, and leaves it when it is saved', async () => {
      const { drafts, fail, list, pause, shelf } = bench({ a: 'x' })
      await drafts.listed(list())
      fail.push(Problem.offline(new Error('gone')))
      drafts.edit('a', 'xy')
      expect(shelf.size).toBe(0)
      await pause()
      expect(shelf.get('a')).toEqual({ text: 'xy', base: 'x', tag: 'a 1', at: 0 })
      drafts.edit('a', 'xyz')
      expect(shelf.get('a')?.text).toBe('xyz')
      await pause()
      expect(shelf.size).toBe(0)
    })

    test('is offered again, and taken it is saved', async () => {
      const { drafts, files, list, pause, shelf } = bench({ a: 'x' }, left('a 1'))
      await drafts.listed(list())
      expect([drafts.get('a')?.mine, drafts.offer('a')?.text]).toEqual(['x', 'written on the train'])
      drafts.takeOffer('a')
      expect([drafts.get('a')?.mine, drafts.offer('a')]).toEqual(['written on the train', undefined])
      await pause()
      expect([files.get('a')?.text, shelf.size]).toEqual(['written on the train', 0])
    })

    test('is a conflict to decide where somebody saved meanwhile', async () => {
      const { drafts, list } = bench({ a: 'theirs' }, left('a 0'))
      await drafts.listed(list())
      drafts.takeOffer('a')
      expect(drafts.get('a')).toMatchObject({ phase: 'conflict', base: { text: 'x' }, mine: 'written on the train', theirs: { text: 'theirs' } })
    })

    test('stays on offer while other things are saved, until it is thrown away', async () => {
      const { drafts, list, pause, shelf } = bench({ a: 'x', b: 'x' }, left('a 1'))
      await drafts.listed(list())
      drafts.edit('b', 'y')
      await pause()
      expect([drafts.offer('a')?.at, shelf.size]).toEqual([5, 1])
      drafts.dropOffer('a')
      expect([drafts.offer('a'), shelf.size, drafts.get('a')?.mine]).toEqual([undefined, 0, 'x'])
    })

    test('is not offered where the server has the same', async () => {
      const { drafts, list, shelf } = bench({ a: 'written on the train' }, left('a 1'))
      await drafts.listed(list())
      expect([drafts.offer('a'), shelf.size]).toEqual([undefined, 0])
    })
  })
})
