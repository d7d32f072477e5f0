// Questions about texts. The console knows nothing of the language itself: it
// asks the server, with the texts as they stand in the browser.
import { useQuery } from '@tanstack/react-query'
import { api, inSession } from './client'
import type { Text } from './types'

interface At {
  file: string
  line: number
  column: number
}

const path = (team: string) => ({ params: { path: { team } } })

/** All diagnostics, and the graphs of the pipelines that compile in spite of them. Without files: of the draft. */
export function askGraphs(team: string, files?: Text[], signal?: AbortSignal) {
  return inSession(api.POST('/teams/{team}/graph', { ...path(team), body: files ? { files } : {}, ...(signal && { signal }) }))
}

export function askFormat(team: string, file: Text) {
  return inSession(api.POST('/teams/{team}/format', { ...path(team), body: file }))
}

export function askComplete(team: string, files: Text[], at: At, signal: AbortSignal) {
  return inSession(api.POST('/teams/{team}/complete', { ...path(team), body: { files, ...at }, signal }))
}

export function askHover(team: string, files: Text[], at: At) {
  return inSession(api.POST('/teams/{team}/hover', { ...path(team), body: { files, ...at } }))
}

export function askDefinition(team: string, files: Text[], at: At) {
  return inSession(api.POST('/teams/{team}/definition', { ...path(team), body: { files, ...at } }))
}

/** Graphs of the draft as the server holds it. */
export function useDraftGraphs(team: string) {
  return useQuery({ queryKey: ['draft', team, 'graphs'], queryFn: ({ signal }) => askGraphs(team, undefined, signal) })
}
