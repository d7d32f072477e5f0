// One socket for the whole console. It heals by itself: heartbeat both ways,
// jittered backoff, snapshots after a reconnect, a resync after a gap, polling
// after three failures, and a frame that cannot be read ends nothing.
import { backoff } from '@/lib/backoff'
import { parse, type Frame } from './frame'

/** The part of WebSocket that is used, so that tests can hand in another. */
export interface Wire {
  send(data: string): void
  close(code?: number): void
  onopen: (() => void) | null
  onmessage: ((e: { data: unknown }) => void) | null
  onclose: ((e: { code: number }) => void) | null
  onerror: (() => void) | null
}

export interface Clock {
  now(): number
  random(): number
  every(ms: number, run: () => void): () => void
  after(ms: number, run: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  every: (ms, run) => {
    const id = setInterval(run, ms)
    return () => clearInterval(id)
  },
  after: (ms, run) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
}

/** connecting: first try; live; stale: open but silent; lost: waiting to retry; ended: will not retry by itself. */
export type Phase = 'idle' | 'connecting' | 'live' | 'stale' | 'lost' | 'ended'

export interface Status {
  phase: Phase
  /** Failures in a row since the last frame. */
  failures: number
  /** Reads go through GET meanwhile, and the last one was answered. */
  polling: boolean
  /** Local time of the last sign of life, 0 before the first. */
  heardAt: number
  /** Local time of the next try while lost. */
  retryAt: number
  /** Close code of an end: 4401 login, 4403 forbidden. */
  code: number
}

export interface Topic {
  topic: string
  team: string
  /** Applies one payload. May throw: the topic is then read anew. */
  apply(type: Frame['type'], payload: unknown): void
  /** The same payload as a snapshot, by GET; topics without it wait for the socket. */
  poll?(): Promise<unknown>
}

interface Sub extends Topic {
  id: string
  users: number
  seq: number
  /** Waits for a snapshot; deltas before it are dropped. */
  blank: boolean
  resyncs: number
  pollBusy: boolean
}

export const STALE_AFTER = 3000
const DEAD_AFTER = 8000
const QUIET_PING = 1000
const POLL_EVERY = 2000
const POLL_AFTER_FAILURES = 3

export class LiveSocket {
  private wire: Wire | null = null
  private readonly subs = new Map<string, Sub>()
  private nextId = 1
  private stopTick: (() => void) | null = null
  private stopRetry: (() => void) | null = null
  private polledAt = 0
  private hidden = false
  private pingedAt = 0
  private status: Status = { phase: 'idle', failures: 0, polling: false, heardAt: 0, retryAt: 0, code: 0 }

  /** Frames that could not be read or applied; for tests and the status tip. */
  badFrames = 0

  constructor(
    private readonly open: () => Wire,
    private readonly report: (s: Status) => void,
    private readonly clock: Clock = realClock,
  ) {}

  get current(): Status {
    return this.status
  }

  /** Follows a topic until the returned function is called. Equal topics share one subscription. */
  follow(t: Topic): () => void {
    const key = `${t.team}\n${t.topic}`
    let sub = this.subs.get(key)
    if (!sub) {
      sub = { ...t, id: String(this.nextId++), users: 0, seq: 0, blank: true, resyncs: 0, pollBusy: false }
      this.subs.set(key, sub)
      if (this.status.phase === 'idle') this.connect()
      else if (this.isOpen()) this.ask(sub)
      else if (this.status.polling || this.status.failures >= POLL_AFTER_FAILURES) this.pollAll()
    }
    sub.users++
    const mine = sub
    let done = false
    return () => {
      if (done) return
      done = true
      if (--mine.users > 0) return
      this.subs.delete(key)
      if (this.isOpen()) this.send({ op: 'unsub', id: mine.id })
    }
  }

  /** Tries at once: after a login, when the network or the tab comes back. */
  wake(): void {
    if (this.status.phase === 'ended' || this.status.phase === 'lost') {
      this.stopRetry?.()
      this.connect()
    } else {
      this.tick()
    }
  }

  /** Nobody looks at a hidden tab: the server then sends less. */
  hide(hidden: boolean): void {
    this.hidden = hidden
    if (this.isOpen()) this.send({ op: 'hidden', hidden })
  }

  /** Closes for good, until the next wake or follow. */
  stop(): void {
    this.drop()
    this.stopTick?.()
    this.stopTick = null
    this.stopRetry?.()
    this.set({ phase: 'idle', polling: false, failures: 0 })
  }

  private isOpen(): boolean {
    return this.status.phase === 'live' || this.status.phase === 'stale'
  }

  private set(change: Partial<Status>): void {
    this.status = { ...this.status, ...change }
    this.report(this.status)
  }

  private send(message: object): void {
    try {
      this.wire?.send(JSON.stringify(message))
    } catch {
      // The socket is closing; its onclose follows.
    }
  }

  private ask(sub: Sub): void {
    sub.blank = true
    this.send({ op: 'sub', id: sub.id, topic: sub.topic, team: sub.team, since: 0 })
  }

  private connect(): void {
    this.drop()
    this.stopTick ??= this.clock.every(500, () => this.tick())
    if (this.status.phase !== 'lost') this.set({ phase: 'connecting', code: 0 })
    let wire: Wire
    try {
      wire = this.open()
    } catch {
      this.failed()
      return
    }
    this.wire = wire
    const opening = this.clock.after(DEAD_AFTER, () => wire === this.wire && !this.isOpen() && this.failed())
    wire.onopen = () => {
      if (wire !== this.wire) return
      opening()
      this.pingedAt = this.clock.now()
      this.set({ phase: 'live', heardAt: this.clock.now(), retryAt: 0, code: 0 })
      if (this.hidden) this.send({ op: 'hidden', hidden: true })
      for (const sub of this.subs.values()) this.ask(sub)
    }
    wire.onmessage = (e) => wire === this.wire && this.receive(e.data)
    wire.onerror = () => undefined // onclose follows and decides
    wire.onclose = (e) => {
      opening()
      if (wire === this.wire) this.closed(e.code)
    }
  }

  private drop(): void {
    const wire = this.wire
    this.wire = null
    if (!wire) return
    wire.onopen = wire.onmessage = wire.onclose = null
    try {
      wire.close()
    } catch {
      // It was closed already.
    }
  }

  private closed(code: number): void {
    if (code === 4401 || code === 4403) {
      this.drop()
      this.set({ phase: 'ended', code, polling: false })
      return
    }
    this.failed()
  }

  private failed(): void {
    this.drop()
    const failures = this.status.failures + 1
    const wait = backoff(failures - 1, () => this.clock.random())
    this.set({
      phase: 'lost',
      failures,
      retryAt: this.clock.now() + wait,
    })
    this.stopRetry?.()
    this.stopRetry = this.clock.after(wait, () => this.connect())
  }

  private receive(data: unknown): void {
    const message = parse(data)
    if (message === null) {
      this.badFrames++
      return
    }
    this.heard(message.kind === 'frame')
    if (message.kind === 'ping') this.send({ op: 'pong' })
    if (message.kind === 'refused') {
      for (const sub of this.subs.values()) if (sub.id === message.id) sub.blank = true
    }
    if (message.kind === 'frame') this.deliver(message.frame)
  }

  /** A frame proves that reading works again; a mere pong only that the wire does. */
  private heard(frame: boolean): void {
    const s = this.status
    const change: Partial<Status> = { heardAt: this.clock.now() }
    if (s.phase !== 'live') change.phase = 'live'
    if (frame && (s.failures > 0 || s.polling)) Object.assign(change, { failures: 0, polling: false })
    this.set(change)
  }

  private deliver(frame: Frame): void {
    const sub = [...this.subs.values()].find((s) => s.id === frame.id)
    if (!sub) return // it was left while the frame was on its way
    if (frame.type === 'delta') {
      if (sub.blank || frame.seq <= sub.seq) return
      if (frame.seq !== sub.seq + 1) {
        sub.resyncs++
        this.ask(sub)
        return
      }
    }
    try {
      sub.apply(frame.type, frame.payload)
      sub.seq = frame.seq
      sub.blank = false
    } catch {
      this.badFrames++
      // A snapshot that cannot be read would come again and again: only a delta asks anew.
      if (frame.type === 'delta') this.ask(sub)
    }
  }

  private tick(): void {
    const now = this.clock.now()
    const silence = now - this.status.heardAt
    if (this.isOpen()) {
      if (silence >= DEAD_AFTER) return this.failed()
      if (silence >= STALE_AFTER && this.status.phase === 'live') this.set({ phase: 'stale' })
      if (now - this.pingedAt >= QUIET_PING && silence >= QUIET_PING) {
        this.pingedAt = now
        this.send({ op: 'ping' })
      }
    }
    const deaf = this.status.phase === 'stale' || (this.status.phase === 'lost' && this.status.failures >= POLL_AFTER_FAILURES)
    if (deaf && now - this.polledAt >= POLL_EVERY) this.pollAll()
  }

  private pollAll(): void {
    this.polledAt = this.clock.now()
    for (const sub of this.subs.values()) {
      if (!sub.poll || sub.pollBusy) continue
      sub.pollBusy = true
      sub
        .poll()
        .then((payload) => {
          if (this.status.phase === 'live') return // the socket was faster
          sub.apply('snap', payload)
          if (!this.status.polling) this.set({ polling: true })
        })
        .catch(() => {
          // The next round tries again; until one succeeds the values are old and must look old.
          if (this.status.polling) this.set({ polling: false })
        })
        .finally(() => (sub.pollBusy = false))
    }
  }
}
