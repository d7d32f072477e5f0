// Documents on their way to the server: a text or a file becomes numbered lines,
// lines become batches, and the answer to a batch is told by the line of the text.
import type { PutResult, PutSummary } from '@/api/types'

export interface Line {
  /** Of the text or file, or place in the list, from 1. */
  number: number
  text: string
}

export const BATCH = { lines: 500, chars: 1 << 20 }

/**
 * The documents of a pasted text: one JSON object, a list of them, or a document
 * a line. Throws where the text is a broken list.
 */
export function documentsOf(text: string): Line[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (trimmed.startsWith('[')) return (JSON.parse(trimmed) as unknown[]).map((d, i) => ({ number: i + 1, text: JSON.stringify(d) }))
  // One object may be laid out over several lines; a document a line never parses as one.
  try {
    return [{ number: 1, text: JSON.stringify(JSON.parse(trimmed)) }]
  } catch {
    return text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ number: i + 1, text: line.trim() }]))
  }
}

/** Lines in batches that a request carries well. */
export function* batches(lines: Iterable<Line>, max = BATCH): Generator<Line[]> {
  let batch: Line[] = []
  let chars = 0
  for (const line of lines) {
    if (batch.length > 0 && (batch.length >= max.lines || chars + line.text.length > max.chars)) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(line)
    chars += line.text.length
  }
  if (batch.length > 0) yield batch
}

/** The lines of a file as it is read, so that a large one never stands in memory whole. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  let number = 0
  const cut = (text: string): Line => ({ number: ++number, text: text.trim() })
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const l of lines) {
      const line = cut(l)
      if (line.text !== '') yield line
    }
  }
  const last = cut(rest + decoder.decode())
  if (last.text !== '') yield last
}

export interface Progress {
  sent: number
  accepted: number
  failed: number
  /** The newest results, refused ones first kept. */
  results: PutResult[]
  done: boolean
  /** Why it ended before the end. */
  error?: Error | undefined
}

export const START: Progress = { sent: 0, accepted: 0, failed: 0, results: [], done: false }

/** Results shown at most; what was refused is kept before what was accepted. */
export const SHOWN = 500

/** The answer to one batch, with lines of the text instead of lines of the request. */
export function after(p: Progress, batch: readonly Line[], answer: readonly PutResult[]): Progress {
  const results = answer.map((r) => ({ ...r, line: batch[r.line - 1]?.number ?? r.line }))
  const failed = results.filter((r) => r.error !== undefined)
  const all = [...p.results, ...results]
  const kept = all.length <= SHOWN ? all : [...all.filter((r) => r.error !== undefined), ...all.filter((r) => r.error === undefined)].slice(0, SHOWN)
  return { ...p, sent: p.sent + batch.length, accepted: p.accepted + results.length - failed.length, failed: p.failed + failed.length, results: kept }
}

/** The results of an answer in NDJSON, and its summary, which says when the stream broke off. */
export function parseAnswer(text: string): { results: PutResult[]; summary: PutSummary | undefined } {
  const results: PutResult[] = []
  let summary: PutSummary | undefined
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const value = JSON.parse(line) as PutResult | PutSummary
    if ('done' in value) summary = value
    else results.push(value)
  }
  return { results, summary }
}
