// Asks the server about the texts while they are being written: one question at
// a time, the newest texts next, and the last graph that compiled is kept.
import { Problem } from '@/api/problem'
import type { Declaration, Diagnostic, Graphs, PipelineGraph, Text } from '@/api/types'

export interface Drawn {
  graph: PipelineGraph
  /** Of an older text: the one now does not compile. */
  old: boolean
  /** Of the live version with this number: no text of the draft compiled since the page was opened. */
  live?: number
}

export interface Analysis {
  /** paused: no answer came; tried again with the next edit or after a while. */
  phase: 'none' | 'checked' | 'paused'
  /** Took the last answer so long, in milliseconds. */
  ms: number
  diagnostics: readonly Diagnostic[]
  errors: number
  outline: readonly Declaration[]
  graphs: ReadonlyMap<string, Drawn>
}

export const NOTHING: Analysis = { phase: 'none', ms: 0, diagnostics: [], errors: 0, outline: [], graphs: new Map() }

/** The graph as it was where the new one is the same, so that nothing is drawn anew. */
function kept(before: PipelineGraph | undefined, now: PipelineGraph): PipelineGraph {
  return before && JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** The worst of what the server said: a calm mark stands beside no error. */
export function lookOf(phase: Analysis['phase'], errors: number, warnings: number): { glyph: string; tone: string } {
  if (phase === 'none') return { glyph: '○', tone: 'tone-idle' }
  if (phase === 'paused') return { glyph: '▲', tone: 'tone-slow' }
  if (errors > 0) return { glyph: '✕', tone: 'tone-bad' }
  return warnings > 0 ? { glyph: '▲', tone: 'tone-slow' } : { glyph: '●', tone: 'tone-normal' }
}

/** The graphs of an answer, with the former ones of what does not compile now. */
export function drawn(before: ReadonlyMap<string, Drawn>, answer: Graphs): Map<string, Drawn> {
  const now = new Map(answer.pipelines.map((graph) => [graph.name, { graph: kept(before.get(graph.name)?.graph, graph), old: false }]))
  // Without errors, what is missing was deleted.
  if (answer.errors > 0) for (const [name, d] of before) if (!now.has(name)) now.set(name, { graph: d.graph, old: true })
  return now
}

const PAUSE = 80
const AGAIN = 4000

export class Analyst {
  private value: Analysis = NOTHING
  private readonly listeners = new Set<() => void>()
  private stopTimer: (() => void) | null = null
  private busy = false
  private more = false
  private asked: readonly Text[] = []
  private ended = false

  constructor(
    private readonly ask: (texts: Text[]) => Promise<Graphs>,
    private readonly texts: () => Text[],
    private readonly after: (ms: number, run: () => void) => () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get = (): Analysis => this.value

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Something may have changed. Asks after a short pause, if something did. */
  poke = (): void => {
    if (this.ended || same(this.texts(), this.asked)) return
    if (this.busy) {
      this.more = true
      return
    }
    this.stopTimer?.()
    this.stopTimer = this.after(PAUSE, () => void this.run())
  }

  end(): void {
    this.ended = true
    this.stopTimer?.()
  }

  /** Begins anew after end, as when a page is mounted twice. */
  resume(): void {
    this.ended = false
    this.poke()
  }

  private async run(): Promise<void> {
    this.busy = true
    this.more = false
    const texts = this.texts()
    this.asked = texts
    const began = this.now()
    try {
      const answer = await this.ask(texts)
      this.set({
        phase: 'checked',
        ms: this.now() - began,
        diagnostics: answer.diagnostics,
        errors: answer.errors,
        outline: answer.outline,
        graphs: drawn(this.value.graphs, answer),
      })
    } catch (error) {
      this.asked = []
      this.set({ ...this.value, phase: 'paused' })
      // A refusal would come again; only a missing answer is worth another try without an edit.
      if (!(error instanceof Problem) || error.status === 0 || error.status >= 500) this.stopTimer = this.after(AGAIN, () => void this.run())
    }
    this.busy = false
    if (this.more) this.poke()
  }

  private set(value: Analysis): void {
    if (this.ended) return
    this.value = value
    for (const listener of [...this.listeners]) listener()
  }
}

function same(a: readonly Text[], b: readonly Text[]): boolean {
  return a.length === b.length && a.every((t, i) => t.path === b[i]?.path && t.text === b[i]?.text)
}
