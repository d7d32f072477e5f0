import { describe, expect, test } from 'vitest'
import { bench, noted } from '@/test/wire'
import { STALE_AFTER } from './socket'

function opened() {
  const b = bench()
  const topic = noted()
  const leave = b.socket.follow(topic)
  b.wire().onopen?.()
  return { ...b, topic, leave }
}

describe('LiveSocket', () => {
  test('subscribes after opening and applies snapshot and deltas in order', () => {
    const { wire, topic, socket } = opened()
    expect(wire().sent).toEqual([{ op: 'sub', id: '1', topic: 'overview', team: 'demo', since: 0 }])
    wire().frame('1', 7, 'snap', 'a')
    wire().frame('1', 8, 'delta', 'b')
    expect(topic.got).toEqual(['snap "a"', 'delta "b"'])
    expect(socket.current.phase).toBe('live')
  })

  test('a gap drops the delta and asks for a snapshot', () => {
    const { wire, topic } = opened()
    wire().frame('1', 1, 'snap', 'a')
    wire().frame('1', 3, 'delta', 'lost one before')
    wire().frame('1', 4, 'delta', 'still before the snapshot')
    expect(topic.got).toEqual(['snap "a"'])
    expect(wire().ops('sub')).toHaveLength(2)
    wire().frame('1', 9, 'snap', 'c')
    wire().frame('1', 10, 'delta', 'd')
    expect(topic.got.slice(1)).toEqual(['snap "c"', 'delta "d"'])
  })

  test('a delta that came already is not applied twice', () => {
    const { wire, topic } = opened()
    wire().frame('1', 1, 'snap', 'a')
    wire().frame('1', 2, 'delta', 'b')
    wire().frame('1', 2, 'delta', 'b')
    expect(topic.got).toHaveLength(2)
    expect(wire().ops('sub')).toHaveLength(1)
  })

  test.each([
    ['no JSON', '{"id":'],
    ['no object', '42'],
    ['null', 'null'],
    ['unknown type', '{"type":"party"}'],
    ['no seq', '{"type":"snap","id":"1"}'],
    ['seq no number', '{"type":"delta","id":"1","seq":"2"}'],
    ['endless', `{"type":"snap","id":"1","seq":1,"x":"${'x'.repeat(5 << 20)}"}`],
  ])('a bad frame (%s) ends nothing', (_name, text) => {
    const { wire, topic, socket } = opened()
    wire().frame('1', 1, 'snap', 'a')
    wire().say(text)
    wire().frame('1', 2, 'delta', 'b')
    expect(topic.got).toEqual(['snap "a"', 'delta "b"'])
    expect(socket.badFrames).toBe(1)
    expect(wire().closed).toBe(false)
  })

  test('a payload the reducer cannot apply is asked for anew', () => {
    const b = bench()
    let broken = true
    const got: unknown[] = []
    b.socket.follow(
      noted({
        apply: (type, payload) => {
          if (type === 'delta' && broken) throw new TypeError('broken')
          got.push(payload)
        },
      }),
    )
    b.wire().onopen?.()
    b.wire().frame('1', 1, 'snap', 'a')
    b.wire().frame('1', 2, 'delta', 'b')
    expect(b.wire().ops('sub')).toHaveLength(2)
    broken = false
    b.wire().frame('1', 2, 'snap', 'c')
    expect(got).toEqual(['a', 'c'])
  })

  test('heartbeat both ways', () => {
    const { wire, clock, socket } = opened()
    wire().say({ type: 'ping' })
    expect(wire().ops('pong')).toHaveLength(1)
    clock.pass(1500)
    expect(wire().ops('ping').length).toBeGreaterThan(0)
    wire().say({ type: 'pong' })
    clock.pass(STALE_AFTER - 600)
    expect(socket.current.phase).toBe('live')
  })

  test('a silent open socket is stale within three seconds, then given up', () => {
    const { wire, wires, clock, socket } = opened()
    wire().frame('1', 1, 'snap')
    clock.pass(STALE_AFTER + 500)
    expect(socket.current.phase).toBe('stale')
    wire().frame('1', 2, 'delta')
    expect(socket.current.phase).toBe('live')
    clock.pass(9000)
    expect(socket.current.phase).toBe('lost')
    expect(wires[0]?.closed).toBe(true)
  })

  test('reconnects with backoff, subscribes again and takes the snapshot', () => {
    const { wire, wires, clock, topic, socket } = opened()
    wire().frame('1', 5, 'snap', 'a')
    wire().end()
    expect(socket.current.phase).toBe('lost')
    clock.pass(400)
    expect(wires).toHaveLength(2)
    wire().onopen?.()
    expect(wire().ops('sub')).toEqual([{ op: 'sub', id: '1', topic: 'overview', team: 'demo', since: 0 }])
    wire().frame('1', 2, 'snap', 'b') // a restarted server counts from the start again
    wire().frame('1', 3, 'delta', 'c')
    expect(topic.got).toEqual(['snap "a"', 'snap "b"', 'delta "c"'])
    expect(socket.current).toMatchObject({ phase: 'live', failures: 0 })
  })

  test('waits longer after each failure, and frames of a dropped socket are ignored', () => {
    const { wire, wires, clock, topic } = opened()
    const first = wire()
    const gaps: number[] = []
    for (let i = 0; i < 4; i++) {
      const before = wires.length
      const began = clock.now()
      wire().end()
      while (wires.length === before) clock.pass(25)
      gaps.push(clock.now() - began)
    }
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps)
    expect(new Set(gaps).size).toBe(4)
    first.frame('1', 1, 'snap', 'ghost')
    expect(topic.got).toEqual([])
  })

  test('falls back to polling after three failures, and back to the socket', async () => {
    const b = bench()
    const topic = noted({ poll: () => Promise.resolve('polled') })
    b.socket.follow(topic)
    for (let i = 0; i < 3; i++) {
      expect(b.socket.current.polling).toBe(false)
      b.wire().end()
      if (i < 2) b.clock.pass(2000)
    }
    b.clock.pass(1000)
    await Promise.resolve()
    expect(topic.got[0]).toBe('snap "polled"')
    expect(b.socket.current.polling).toBe(true)
    const tries = b.wires.length
    while (b.wires.length === tries) b.clock.pass(100)
    b.wire().onopen?.()
    b.wire().frame('1', 1, 'snap', 'live')
    expect(b.socket.current).toMatchObject({ phase: 'live', polling: false, failures: 0 })
    expect(topic.got.at(-1)).toBe('snap "live"')
  })

  test('does not claim to poll where nothing answers', async () => {
    const b = bench()
    let answers = false
    b.socket.follow(noted({ poll: () => (answers ? Promise.resolve('polled') : Promise.reject(new Error('refused'))) }))
    const round = async () => {
      b.clock.pass(2000)
      for (let i = 0; i < 5; i++) await Promise.resolve()
    }
    for (let i = 0; i < 3; i++) {
      b.wire().end()
      if (i < 2) b.clock.pass(2000)
    }
    await round()
    expect(b.socket.current).toMatchObject({ phase: 'lost', polling: false })
    answers = true
    await round()
    expect(b.socket.current.polling).toBe(true)
    answers = false
    await round()
    expect(b.socket.current.polling).toBe(false)
  })

  test.each([4401, 4403])('close code %i ends until somebody wakes it', (code) => {
    const { wire, wires, clock, socket } = opened()
    wire().end(code)
    clock.pass(60_000)
    expect(wires).toHaveLength(1)
    expect(socket.current).toMatchObject({ phase: 'ended', code })
    socket.wake()
    expect(wires).toHaveLength(2)
  })

  test('close code 4408 (too slow) comes back by itself', () => {
    const { wire, wires, clock } = opened()
    wire().end(4408)
    clock.pass(1000)
    expect(wires).toHaveLength(2)
  })

  test('equal topics share a subscription; the last one to leave ends it', () => {
    const { wire, socket, leave } = opened()
    const other = socket.follow(noted())
    expect(wire().ops('sub')).toHaveLength(1)
    leave()
    leave()
    expect(wire().ops('unsub')).toHaveLength(0)
    other()
    expect(wire().ops('unsub')).toEqual([{ op: 'unsub', id: '1' }])
  })

  test('a refused subscription leaves the others alone', () => {
    const { wire, topic } = opened()
    wire().say({ id: '9', seq: 0, topic: 'x', type: 'error', payload: { code: 'not_found', detail: 'no such scene' } })
    wire().frame('1', 1, 'snap', 'a')
    expect(topic.got).toEqual(['snap "a"'])
  })
})
