import { apiRoot } from '@/lib/base'
import { expire } from './client'
import { Problem } from './problem'

/** Sends documents, one a line, and gives the answer's lines as they came. */
export async function putLines(team: string, resource: string, lines: readonly string[], signal: AbortSignal): Promise<string> {
  let response: Response
  try {
    response = await fetch(`${apiRoot()}/teams/${encodeURIComponent(team)}/resources/${encodeURIComponent(resource)}/documents`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/x-ndjson', 'X-Riffle-CSRF': '1' },
      body: lines.join('\n'),
      signal,
    })
  } catch (error) {
    throw signal.aborted ? error : Problem.offline(error)
  }
  const text = await response.text()
  if (response.ok) return text
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // Not from our server; the status says enough.
  }
  if (response.status === 401) expire()
  throw Problem.from(response.status, body, response.headers.get('X-Request-Id'))
}
