// Three texts into one: what only one side changed is taken, what both changed
// differently is a conflict that a person decides. Nothing of either side is
// dropped without being shown.
import { diffLines, linesOf, type Hunk } from './diff'

export type Piece =
  /** Unchanged, or changed by one side or by both alike. */
  | { kind: 'agreed'; lines: string[] }
  | { kind: 'conflict'; base: string[]; mine: string[]; theirs: string[] }

export type Choice = 'mine' | 'theirs' | 'both'

interface SideHunk extends Hunk {
  side: 'mine' | 'theirs'
}

export function merge(base: string, mine: string, theirs: string): Piece[] {
  const b = linesOf(base)
  const texts = { mine: linesOf(mine), theirs: linesOf(theirs) }
  const hunks: SideHunk[] = [
    ...diffLines(b, texts.mine).map((h) => ({ ...h, side: 'mine' as const })),
    ...diffLines(b, texts.theirs).map((h) => ({ ...h, side: 'theirs' as const })),
  ].sort((p, q) => p.a0 - q.a0 || p.a1 - q.a1)

  const pieces: Piece[] = []
  const agree = (lines: string[]) => {
    const last = pieces[pieces.length - 1]
    if (lines.length === 0) return
    if (last?.kind === 'agreed') last.lines.push(...lines)
    else pieces.push({ kind: 'agreed', lines: [...lines] })
  }

  // How far each side's text stands ahead of the base, so that base lines can be looked up in it.
  const shift = { mine: 0, theirs: 0 }
  let at = 0
  for (let i = 0; i < hunks.length; ) {
    const first = hunks[i] as SideHunk
    agree(b.slice(at, first.a0))
    const start = first.a0
    let end = first.a1
    const group: SideHunk[] = []
    for (let h: SideHunk | undefined = first; h && (group.length === 0 || touches(group, h, end)); h = hunks[++i]) {
      group.push(h)
      end = Math.max(end, h.a1)
    }
    const side = (name: 'mine' | 'theirs') => {
      const own = group.filter((h) => h.side === name)
      const from = start + shift[name]
      shift[name] += own.reduce((sum, h) => sum + (h.b1 - h.b0) - (h.a1 - h.a0), 0)
      return texts[name].slice(from, end + shift[name])
    }
    const m = side('mine')
    const t = side('theirs')
    const both = group.some((h) => h.side === 'mine') && group.some((h) => h.side === 'theirs')
    if (!both) agree(group[0]?.side === 'mine' ? m : t)
    else if (equal(m, t)) agree(m)
    else pieces.push({ kind: 'conflict', base: b.slice(start, end), mine: m, theirs: t })
    at = end
  }
  agree(b.slice(at))
  return pieces
}

/** Changes of both sides that touch are one place: their order would be a guess. */
function touches(group: readonly SideHunk[], next: SideHunk, end: number): boolean {
  return next.a0 < end || (next.a0 === end && group.some((h) => h.side !== next.side))
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i])
}

/** The lines of a conflict that was decided, mine before theirs where both stay. */
export function chosen(c: { mine: readonly string[]; theirs: readonly string[] }, choice: Choice): string[] {
  return [...(choice === 'theirs' ? [] : c.mine), ...(choice === 'mine' ? [] : c.theirs)]
}

/** Where the conflicts stand in the text that `resolve` makes without any choice: lines, the end exclusive. */
export function placesOf(pieces: readonly Piece[]): { from: number; to: number }[] {
  const out = []
  let at = 0
  for (const p of pieces) {
    const lines = p.kind === 'agreed' ? p.lines.length : p.mine.length + p.theirs.length
    if (p.kind === 'conflict') out.push({ from: at, to: at + lines })
    at += lines
  }
  return out
}

/** The text with each conflict decided; what has no choice yet keeps both sides, mine first. */
export function resolve(pieces: readonly Piece[], choices: readonly (Choice | undefined)[]): string {
  let n = 0
  const lines: string[] = []
  for (const p of pieces) {
    if (p.kind === 'agreed') {
      lines.push(...p.lines)
      continue
    }
    lines.push(...chosen(p, choices[n++] ?? 'both'))
  }
  return lines.join('\n')
}

export function conflictsOf(pieces: readonly Piece[]): Extract<Piece, { kind: 'conflict' }>[] {
  return pieces.filter((p) => p.kind === 'conflict')
}
