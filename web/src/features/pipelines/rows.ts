// The rows of the list: what the draft compiles to, what is live, and what is
// written in files that do not compile now.
import type { DraftFile, PipelineGraph, Plan } from '@/api/types'

export interface PipelineRow {
  name: string
  file: string
  state: 'ok' | 'broken'
  /** Errors of its file. */
  errors: number
  live: boolean
  /** Against live: another meaning, another text of the same meaning, or nothing. */
  change: 'meaning' | 'text' | 'none'
  /** Scenes that the live version serves by it. */
  scenes: readonly string[]
  /** Scenes that only the draft has for it. */
  drafted: readonly string[]
  nodes: number | undefined
}

export interface ListInput {
  files: readonly DraftFile[]
  drafted: readonly PipelineGraph[]
  live: readonly PipelineGraph[]
  plan: Plan | undefined
}

export function rowsOf({ files, drafted, live, plan }: ListInput): PipelineRow[] {
  const errors = new Map(files.map((f) => [f.path, f.errors]))
  const texts = new Set(plan?.files.map((f) => f.path))
  const meaning = new Set(plan?.changes.filter((c) => c.kind === 'pipeline').map((c) => c.name))
  const lives = new Map(live.map((g) => [g.name, g]))
  const changeOf = (name: string, file: string) => (meaning.has(name) ? 'meaning' : texts.has(file) ? 'text' : 'none')
  const rows = drafted.map((g): PipelineRow => {
    const now = lives.get(g.name)
    const scenes = now?.scenes ?? []
    return {
      name: g.name,
      file: g.file,
      state: 'ok',
      errors: errors.get(g.file) ?? 0,
      live: now !== undefined,
      change: changeOf(g.name, g.file),
      scenes,
      drafted: g.scenes.filter((s) => !scenes.includes(s)),
      nodes: g.nodes.filter((n) => n.op !== 'input').length,
    }
  })
  const known = new Set(rows.map((r) => r.name))
  for (const f of files) {
    if (f.errors === 0) continue
    // What was live in a file that is broken now has not gone: it does not compile.
    const lost = live.filter((g) => g.file === f.path && !known.has(g.name))
    for (const g of lost) {
      rows.push({ name: g.name, file: f.path, state: 'broken', errors: f.errors, live: true, change: 'text', scenes: g.scenes, drafted: [], nodes: undefined })
    }
    // A broken file that nobody knew lists by its own name.
    if (lost.length === 0 && !rows.some((r) => r.file === f.path)) {
      rows.push({ name: stem(f.path), file: f.path, state: 'broken', errors: f.errors, live: false, change: changeOf('', f.path), scenes: [], drafted: [], nodes: undefined })
    }
  }
  return rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.file < b.file ? -1 : 1))
}

function stem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.riffle$/, '')
}
