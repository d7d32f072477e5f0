// The one way to the API over HTTP: calls typed by the API's own document,
// cookie session, the header that proves a call is ours, problem details as
// errors, and the news of a session that ended.
import createClient from 'openapi-fetch'
import type { paths } from '@/gen/api'
import { apiRoot } from '@/lib/base'
import { Problem } from './problem'

export const api = createClient<paths>({ baseUrl: apiRoot(), credentials: 'same-origin' })

api.use({
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('X-Riffle-CSRF', '1')
    return request
  },
  onError: ({ error }) => Problem.offline(error),
})

/** Told when an answer says 401 although a session was there. */
let expired: () => void = () => undefined
export function onExpired(run: () => void): void {
  expired = run
}

/** The session has ended; the frame asks to log in again. */
export const expire = () => expired()

interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The data of a call, or its refusal thrown as a Problem. */
export async function ask<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call
  if (!response.ok) throw Problem.from(response.status, error, response.headers.get('X-Request-Id'))
  return data as T
}

/** As ask, for what needs a session: a 401 then means that it ended. */
export async function inSession<T>(call: Promise<Answer<T>>): Promise<T> {
  try {
    return await ask(call)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) expire()
    throw error
  }
}
