import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'
import { fromWire } from './live/overview'

export function useSceneList(team: string) {
  return useQuery({
    queryKey: ['scenes', team],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes', { params: { path: { team } } })),
  })
}

export function useScene(team: string, scene: string) {
  return useQuery({
    queryKey: ['scene', team, scene],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes/{scene}', { params: { path: { team, scene } } })),
  })
}

export function useRecorded(team: string, scene: string, limit = 20) {
  return useQuery({
    queryKey: ['recorded', team, scene, limit],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes/{scene}/requests', { params: { path: { team, scene }, query: { limit } } })),
    enabled: scene !== '',
    placeholderData: keepPreviousData,
  })
}

/** Where the time of the newest requests goes; read again while it is looked at. */
export function useSceneTime(team: string, scene: string) {
  return useQuery({
    queryKey: ['time', team, scene],
    queryFn: () => inSession(api.GET('/teams/{team}/scenes/{scene}/time', { params: { path: { team, scene } } })),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  })
}

/** A longer series than the live values have; null asks nothing. What ends now is read again every ten seconds. */
export function useSceneSeries(team: string, scene: string, last: string | null, moving: boolean) {
  return useQuery({
    queryKey: ['series', team, scene, last],
    queryFn: async () => {
      const answer = await inSession(api.GET('/teams/{team}/scenes/{scene}/live', { params: { path: { team, scene }, query: { last: last ?? '15m' } } }))
      return fromWire(answer.series)
    },
    enabled: last !== null,
    placeholderData: keepPreviousData,
    refetchInterval: moving ? 10_000 : false,
  })
}

/** Where a project is taken from: the draft, what is live, or a version. */
export type Source = string

/** The pipelines of a source that compile. */
export const graphsQuery = (team: string, source: Source) =>
  queryOptions({
    queryKey: ['graphs', team, source],
    queryFn: async () => {
      const path = { team }
      let files: { path: string; text: string }[] = []
      if (source !== 'draft') {
        let number = Number(source)
        if (source === 'live') {
          const versions = await inSession(api.GET('/teams/{team}/versions', { params: { path, query: { limit: 100 } } }))
          number = versions.items.find((v) => v.live)?.number ?? 0
        }
        if (!(number > 0)) return []
        const version = await inSession(api.GET('/teams/{team}/versions/{number}', { params: { path: { team, number } } }))
        files = version.files ?? []
      }
      const graphs = await inSession(api.POST('/teams/{team}/graph', { params: { path }, body: files.length > 0 ? { files } : {} }))
      return graphs.pipelines
    },
  })

export function useGraphs(team: string, source: Source) {
  return useQuery(graphsQuery(team, source))
}

export function useVersions(team: string) {
  return useQuery({
    queryKey: ['versions', team, 'numbers'],
    queryFn: () => inSession(api.GET('/teams/{team}/versions', { params: { path: { team }, query: { limit: 50 } } })),
  })
}
