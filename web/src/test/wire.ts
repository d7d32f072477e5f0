// A socket and a clock that the test moves by hand.
import { LiveSocket, type Clock, type Status, type Topic, type Wire } from '@/api/live/socket'

export class FakeWire implements Wire {
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((e: { data: unknown }) => void) | null = null
  onclose: ((e: { code: number }) => void) | null = null
  onerror: (() => void) | null = null
  closed = false

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>)
  }
  close(): void {
    this.closed = true
  }
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }
  frame(id: string, seq: number, type: 'snap' | 'delta', payload: unknown = {}): void {
    this.say({ id, seq, topic: 't', type, payload })
  }
  end(code = 1006): void {
    this.onclose?.({ code })
  }
  ops(op: string) {
    return this.sent.filter((m) => m.op === op)
  }
}

export class FakeClock implements Clock {
  time = 1_000_000
  private timers: { at: number; every: number; run: () => void; live: boolean }[] = []

  now(): number {
    return this.time
  }
  random(): number {
    return 0.5
  }
  private add(at: number, every: number, run: () => void): () => void {
    const timer = { at, every, run, live: true }
    this.timers.push(timer)
    return () => {
      timer.live = false
    }
  }
  every(ms: number, run: () => void): () => void {
    return this.add(this.time + ms, ms, run)
  }
  after(ms: number, run: () => void): () => void {
    return this.add(this.time + ms, 0, run)
  }
  pass(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const due = this.timers.filter((t) => t.live && t.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.time = due.at
      if (due.every > 0) due.at += due.every
      else due.live = false
      due.run()
    }
    this.time = end
  }
}

/** A socket whose wires, clock and status the test holds; `refuse` makes opening throw. */
export function bench() {
  const clock = new FakeClock()
  const wires: FakeWire[] = []
  const said: Status[] = []
  const socket = new LiveSocket(
    () => {
      const wire = new FakeWire()
      wires.push(wire)
      return wire
    },
    (s) => said.push(s),
    clock,
  )
  const wire = () => {
    const last = wires[wires.length - 1]
    if (!last) throw new Error('no socket was opened')
    return last
  }
  return { socket, clock, wires, wire, said }
}

/** A topic that notes what it was given. */
export function noted(more: Partial<Topic> = {}): Topic & { got: string[] } {
  const got: string[] = []
  return { topic: 'overview', team: 'demo', got, apply: (type, payload) => void got.push(`${type} ${JSON.stringify(payload)}`), ...more }
}
