// The drafts that are open in this browser, with the real API behind them.
import { deleteFile, readFile, renameFile, saveFile } from '@/api/draft'
import { live } from '@/api/live/store'
import { EXPIRED } from '@/api/session'
import { Drafts } from './drafts'
import { shelfOf } from './shelf'

const open = new Map<string, Drafts>()

/** The draft of a team; one object as long as the console is open. */
export function draftsOf(team: string): Drafts {
  let d = open.get(team)
  if (!d) {
    d = new Drafts(
      { read: (path) => readFile(team, path), save: (path, tag, text) => saveFile(team, path, tag, text) },
      (ms, run) => {
        const id = setTimeout(run, ms)
        return () => clearTimeout(id)
      },
      Date.now,
      shelfOf(team),
    )
    open.set(team, d)
    const mine = d
    live.subscribe(EXPIRED, () => live.get(EXPIRED) === undefined && mine.flush())
  }
  return d
}

export async function moveFile(team: string, path: string, to: string): Promise<void> {
  const drafts = draftsOf(team)
  await drafts.settled()
  const f = await renameFile(team, path, drafts.get(path)?.base.tag ?? '', to)
  drafts.drop(path)
  await drafts.listed([f])
}

export async function removeFile(team: string, path: string): Promise<void> {
  const drafts = draftsOf(team)
  await deleteFile(team, path, drafts.get(path)?.base.tag ?? '')
  drafts.drop(path)
}
