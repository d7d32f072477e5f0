import { QueryClient } from '@tanstack/react-query'
import { Problem } from './problem'

/** A refusal stands; only an unreachable server is worth a second try. */
function worthRetry(failures: number, error: unknown): boolean {
  return failures < 2 && (!(error instanceof Problem) || error.status === 0 || error.status >= 502)
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetry, staleTime: 5_000, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
