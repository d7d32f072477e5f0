import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useDraft } from '@/api/draft'
import { askGraphs } from '@/api/language'
import { Analyst, type Analysis } from './analyst'
import type { FileState } from './autosave'
import type { Drafts } from './drafts'
import { draftsOf } from './open-drafts'

const later = (ms: number, run: () => void) => {
  const id = setTimeout(run, ms)
  return () => clearTimeout(id)
}

/** Others' saves are found within this many milliseconds. */
const LISTING = 8000

/** The team's draft in this browser, kept in step with the server's listing, and what the server says about it. */
export function useProject(team: string) {
  const drafts = draftsOf(team)
  const listing = useDraft(team, LISTING)
  const files = listing.data?.files
  useEffect(() => {
    // A file that cannot be read now is read with the next listing.
    if (files) void drafts.listed(files).catch(() => undefined)
  }, [drafts, files])
  const analyst = useMemo(() => new Analyst((texts) => askGraphs(team, texts), () => drafts.texts(), later), [team, drafts])
  useEffect(() => {
    analyst.resume()
    const stop = drafts.subscribe(analyst.poke)
    return () => {
      stop()
      analyst.end()
    }
  }, [drafts, analyst])
  useLeave(drafts)
  return { drafts, listing, analyst }
}

/** Saves what waits when the page is left, and asks where something would be lost. */
function useLeave(drafts: Drafts): void {
  useEffect(() => {
    const onLeave = (e: BeforeUnloadEvent) => {
      drafts.flush()
      if (drafts.unsaved()) e.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      drafts.flush()
    }
  }, [drafts])
}

export function useAnalysis<T>(analyst: Analyst, select: (a: Analysis) => T): T {
  return useSyncExternalStore(analyst.subscribe, () => select(analyst.get()))
}

/** A part of a file's state; the component renders again when that part changes. */
export function useFile<T>(drafts: Drafts, path: string | undefined, select: (s: FileState | undefined) => T): T {
  const read = useCallback(() => select(path === undefined ? undefined : drafts.get(path)), [drafts, path, select])
  return useSyncExternalStore(drafts.subscribe, read)
}
