import { describe, expect, test } from 'vitest'
import { Problem } from '@/api/problem'
import type { Graphs, PipelineGraph, Text } from '@/api/types'
import { Analyst, drawn, lookOf } from './analyst'

const graphs = (names: string[], errors = 0): Graphs => ({ diagnostics: [], outline: [], errors, pipelines: names.map((name) => ({ name }) as PipelineGraph) })

test('the last graph that compiled stays, marked as old, until the text compiles again', () => {
  const good = drawn(new Map(), graphs(['feed', 'hot']))
  const broken = drawn(good, graphs(['hot'], 1))
  expect([...broken].map(([name, d]) => [name, d.old])).toEqual([
    ['hot', false],
    ['feed', true],
  ])
  expect([...drawn(broken, graphs(['hot'])).keys()]).toEqual(['hot'])
  expect(drawn(broken, graphs(['feed', 'hot'])).get('feed')?.old).toBe(false)
})

test('a graph that stays as it is stays the same object', () => {
  const first = drawn(new Map(), graphs(['feed']))
  const second = drawn(first, graphs(['feed']))
  expect(second.get('feed')?.graph).toBe(first.get('feed')?.graph)
  const other = { ...graphs(['feed']), pipelines: [{ name: 'feed', line: 9 } as PipelineGraph] }
  expect(drawn(second, other).get('feed')?.graph.line).toBe(9)
})

test.each([
  ['none', 0, 0, '○'],
  ['checked', 0, 0, '●'],
  ['checked', 0, 2, '▲'],
  ['checked', 1, 2, '✕'],
  ['paused', 1, 0, '▲'],
] as const)('%s with %i errors and %i warnings: %s', (phase, errors, warnings, want) => expect(lookOf(phase, errors, warnings).glyph).toBe(want))

function bench() {
  let texts: Text[] = []
  const timers: (() => void)[] = []
  const open: { texts: Text[]; done: (g: Graphs) => void; fail: (e: unknown) => void }[] = []
  const analyst = new Analyst(
    (asked) => new Promise((done, fail) => open.push({ texts: asked, done, fail })),
    () => texts,
    (_ms, run) => {
      timers.push(run)
      return () => void timers.splice(timers.indexOf(run), 1)
    },
  )
  const type = (text: string) => {
    texts = [{ path: 'a.riffle', text }]
    analyst.poke()
  }
  const pause = () => timers.splice(0).forEach((run) => run())
  const settle = () => new Promise<void>((done) => setTimeout(done))
  return { analyst, open, type, pause, settle }
}

describe('questions about texts', () => {
  test('one is under way at a time, then the newest texts', async () => {
    const { analyst, open, type, pause, settle } = bench()
    type('a')
    type('ab')
    pause()
    expect(open.map((o) => o.texts[0]?.text)).toEqual(['ab'])
    type('abc')
    type('abcd')
    pause()
    expect(open).toHaveLength(1)
    open[0]?.done(graphs([]))
    await settle()
    pause()
    expect(open.map((o) => o.texts[0]?.text)).toEqual(['ab', 'abcd'])
    expect(analyst.get().phase).toBe('checked')
  })

  test('the same texts are not asked about twice', async () => {
    const { open, type, pause, settle } = bench()
    type('a')
    pause()
    open[0]?.done(graphs([]))
    await settle()
    type('a')
    pause()
    expect(open).toHaveLength(1)
  })

  test('no answer: paused with what was known, then tried again', async () => {
    const { analyst, open, type, pause, settle } = bench()
    type('a')
    pause()
    open[0]?.done(graphs(['feed']))
    await settle()
    type('b')
    pause()
    open[1]?.fail(Problem.offline(new Error('gone')))
    await settle()
    expect(analyst.get()).toMatchObject({ phase: 'paused' })
    expect(analyst.get().graphs.has('feed')).toBe(true)
    pause()
    expect(open).toHaveLength(3)
  })

  test('a refusal waits for another text', async () => {
    const { open, type, pause, settle } = bench()
    type('a')
    pause()
    open[0]?.fail(new Problem(413, 'too_large', 'too large'))
    await settle()
    pause()
    expect(open).toHaveLength(1)
    type('b')
    pause()
    expect(open).toHaveLength(2)
  })
})
