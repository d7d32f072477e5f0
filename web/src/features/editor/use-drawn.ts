import { useMemo } from 'react'
import { useLiveGraphs } from '@/api/versions'
import type { Analyst, Drawn } from './analyst'
import { shownOf } from './places'
import { useAnalysis } from './use-project'

/** The graph beside the text. A draft that is broken since before the page was opened has none of its own: then it is that of what is live. */
export function useDrawn(team: string, analyst: Analyst, name: string, path: string | undefined): { drawn: Drawn | undefined; waiting: boolean } {
  const graphs = useAnalysis(analyst, (a) => a.graphs)
  const checked = useAnalysis(analyst, (a) => a.phase !== 'none')
  const broken = useAnalysis(analyst, (a) => a.errors > 0) && path !== undefined && !graphs.has(name)
  const live = useLiveGraphs(team, broken)
  const served = useMemo<Drawn | undefined>(() => {
    const graph = live.data?.pipelines.find((p) => p.name === name)
    return live.data && graph ? { graph, old: true, live: live.data.version.number } : undefined
  }, [live.data, name])
  const waiting = !checked || (broken && live.isPending && live.fetchStatus !== 'paused')
  return { drawn: (broken ? served : undefined) ?? shownOf(graphs, name, path), waiting }
}
