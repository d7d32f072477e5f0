// What differs between two lists of lines: the greedy algorithm of Myers (An
// O(ND) Difference Algorithm, 1986), with a bound on its work.

/** Lines a0..a1 of the first text became lines b0..b1 of the second; ends are exclusive. */
export interface Hunk {
  a0: number
  a1: number
  b0: number
  b1: number
}

/** Texts that differ more than this are one hunk between their common ends. */
const MAX_EDITS = 1000

/** The text's lines without their ends; an empty last line stands for a final line end. */
export function linesOf(text: string): string[] {
  return text.split('\n')
}

export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const middle = myers(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return middle.map((h) => ({ a0: h.a0 + head, a1: h.a1 + head, b0: h.b0 + head, b1: h.b1 + head }))
}

function myers(a: readonly string[], b: readonly string[]): Hunk[] {
  const n = a.length
  const m = b.length
  if (n === 0 && m === 0) return []
  if (n === 0 || m === 0) return [{ a0: 0, a1: n, b0: 0, b1: m }]
  const limit = Math.min(n + m, MAX_EDITS)
  // reach[mid + k] is the farthest line of a on diagonal k; one copy a step, to walk back.
  const mid = limit + 1
  const reach = new Int32Array(2 * limit + 3)
  const steps: Int32Array[] = []
  for (let d = 0; d <= limit; d++) {
    steps.push(reach.slice(mid - d - 1, mid + d + 2))
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(reach, mid + k, k, d) ? at(reach, mid + k + 1) : at(reach, mid + k - 1) + 1
      while (x < n && x - k < m && a[x] === b[x - k]) x++
      reach[mid + k] = x
      if (x >= n && x - k >= m) return walkBack(steps, n, m)
    }
  }
  return [{ a0: 0, a1: n, b0: 0, b1: m }]
}

const at = (list: Int32Array, i: number): number => list[i] ?? 0

function goesDown(reach: Int32Array, i: number, k: number, d: number): boolean {
  return k === -d || (k !== d && at(reach, i - 1) < at(reach, i + 1))
}

/** steps[d] holds the diagonals -d-1 to d+1 as they were before step d. */
function walkBack(steps: readonly Int32Array[], n: number, m: number): Hunk[] {
  const hunks: Hunk[] = []
  let x = n
  let y = m
  for (let d = steps.length - 1; d > 0; d--) {
    const before = steps[d] ?? new Int32Array()
    const k = x - y
    const i = d + 1 + k
    const down = goesDown(before, i, k, d)
    const px = at(before, down ? i + 1 : i - 1)
    const py = px - (down ? k + 1 : k - 1)
    const step = down ? { a0: px, a1: px, b0: py, b1: py + 1 } : { a0: px, a1: px + 1, b0: py, b1: py }
    const last = hunks[hunks.length - 1]
    if (last && last.a0 === step.a1 && last.b0 === step.b1) Object.assign(last, { a0: step.a0, b0: step.b0 })
    else hunks.push(step)
    x = px
    y = py
  }
  return hunks.reverse()
}
