// The console's one socket and the hooks that follow topics on it.
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { socketAddress } from '@/lib/base'
import { api, inSession } from '../client'
import { EXPIRED } from '../session'
import { LiveSocket, type Phase, type Status, type Wire } from './socket'
import { OverviewReducer, keys } from './overview'
import { LoadReducer } from './loadtest'
import { NodesReducer, SceneReducer } from './scene'
import { live, useLive } from './store'

export { keys, useLive }
export type { Phase }

const STATUS = 'socket/'

/** Each part of the status has its own key, so that a heartbeat renders no banner. */
function report(s: Status): void {
  for (const [name, value] of Object.entries(s)) live.set(STATUS + name, value)
  if (s.phase === 'ended' && s.code === 4401) live.set(EXPIRED, true)
}

export const socket = new LiveSocket(() => new WebSocket(socketAddress()) as Wire, report)

export function useSocket<K extends keyof Status>(part: K): Status[K] {
  return useLive<Status[K]>(STATUS + part) ?? socket.current[part]
}

/** Wakes the socket when the network or the tab comes back. */
export function useWake(): void {
  useEffect(() => {
    const wake = () => {
      socket.hide(document.hidden)
      if (!document.hidden) socket.wake()
    }
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [])
}

const reducers = new Map<string, OverviewReducer>()

/** Closes the socket and forgets all values: the next reader may be another one. */
export function forgetLive(): void {
  socket.stop()
  reducers.clear()
  live.clear('')
}

/** Follows a team's Overview while the caller is shown; values are read by `keys`. */
export function useOverviewTopic(team: string): void {
  useEffect(() => {
    let reducer = reducers.get(team)
    if (!reducer) reducers.set(team, (reducer = new OverviewReducer(team)))
    const mine = reducer
    return socket.follow({
      topic: 'overview',
      team,
      apply: (type, payload) => mine.apply(type, payload),
      poll: () => inSession(api.GET('/teams/{team}/overview', { params: { path: { team } } })),
    })
  }, [team])
}

/** Follows the numbers and the nodes of one scene. */
export function useSceneTopics(team: string, scene: string): void {
  useEffect(() => {
    const numbers = new SceneReducer(team, scene)
    const nodes = new NodesReducer(team, scene)
    const params = { path: { team, scene } }
    const stops = [
      socket.follow({
        topic: `scene/${scene}`,
        team,
        apply: (type, payload) => numbers.apply(type, payload),
        poll: () => inSession(api.GET('/teams/{team}/scenes/{scene}/live', { params })),
      }),
      socket.follow({
        topic: `scene/${scene}/nodes`,
        team,
        apply: (type, payload) => nodes.apply(type, payload),
        poll: () => inSession(api.GET('/teams/{team}/scenes/{scene}/nodes', { params })),
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [team, scene])
}

/** Follows a load test while it runs. It is read by GET too, which is enough where it runs on another instance. */
export function useLoadTopic(team: string, id: string, running: boolean): void {
  useEffect(() => {
    if (!running) return
    const reducer = new LoadReducer(team, id)
    return socket.follow({ topic: `loadtest/${id}`, team, apply: (type, payload) => reducer.apply(type, payload) })
  }, [team, id, running])
}

/** Stops the socket when the caller goes, as the frame does at a logout. */
export function useSocketLife(): void {
  const client = useQueryClient()
  useEffect(() => {
    // After an outage the pages that were read by GET are read anew, without losing what they show.
    let was: Phase = 'idle'
    const stop = live.subscribe(STATUS + 'phase', () => {
      const now = live.get<Phase>(STATUS + 'phase') ?? 'idle'
      if (now === 'live' && was === 'lost') void client.invalidateQueries()
      was = now
    })
    return () => {
      stop()
      socket.stop()
    }
  }, [client])
}
