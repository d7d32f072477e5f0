// What a chart draws beside its lines: hatched gaps and labelled marks.
import type uPlot from 'uplot'

/** A stretch without data, Unix seconds. */
export interface Gap {
  from: number
  to: number
}

/** An event at a moment, Unix seconds. */
export interface Mark {
  at: number
  name: string
}

const HATCH = 7

/** Diagonal lines over each gap, so that "no data" cannot be taken for a value. */
export function drawGaps(u: uPlot, gaps: readonly Gap[], stroke: string): void {
  const { ctx, bbox } = u
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.strokeStyle = stroke
  ctx.lineWidth = 1
  ctx.setLineDash([]) // the last dashed series left its own
  for (const g of gaps) {
    const left = Math.max(bbox.left, u.valToPos(g.from, 'x', true))
    const right = Math.min(bbox.left + bbox.width, u.valToPos(g.to, 'x', true))
    if (right - left < 2) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, bbox.top, right - left, bbox.height)
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < right; x += HATCH) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}

/** A thin vertical line with its name for each event inside the window. */
export function drawMarks(u: uPlot, marks: readonly Mark[], stroke: string): void {
  const { ctx, bbox } = u
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.fillStyle = stroke
  ctx.lineWidth = 1
  ctx.setLineDash([2, 3])
  ctx.font = `${11 * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`
  let taken = -Infinity
  for (const m of [...marks].sort((a, b) => a.at - b.at)) {
    const x = Math.round(u.valToPos(m.at, 'x', true)) + 0.5
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    // A name that would leave the plot stands on the other side of its line.
    const width = ctx.measureText(m.name).width + 8
    const fits = x + width < bbox.left + bbox.width
    const left = fits ? x : x - width
    // Where names would run into each other the lines stand alone; the event list has the words.
    if (left < taken) continue
    taken = left + width
    ctx.textAlign = 'left'
    ctx.fillText(m.name, left + 4, bbox.top + 11 * devicePixelRatio)
  }
  ctx.restore()
}

/** The samples with nothing on either side: no line reaches them, so each is drawn as a point. */
export function lonely(values: ArrayLike<number | null | undefined>): number[] {
  const known = (i: number) => (values[i] ?? null) !== null
  const out: number[] = []
  for (let i = 0; i < values.length; i++) if (known(i) && !known(i - 1) && !known(i + 1)) out.push(i)
  return out
}

/** Seconds before the end of a chart within which its newest sample still is the value of now. */
const FRESH = 10

/** Where the value stands that a legend may call the present one; null when the last is too old for that. */
export function newest(times: readonly number[], values: readonly (number | null)[], end: number): number | null {
  const step = (times[1] ?? 0) - (times[0] ?? 0)
  for (let i = values.length - 1; i >= 0; i--) {
    if ((values[i] ?? null) === null) continue
    return end - (times[i] ?? 0) <= Math.max(FRESH, 2 * step) ? i : null
  }
  return null
}

/** The stretches of a column between `start` and `end` where nothing was recorded. */
export function gapsOf(times: readonly number[], values: readonly (number | null)[], step: number, start: number, end: number): Gap[] {
  const gaps: Gap[] = []
  const first = times[0]
  if (first === undefined) return [{ from: start, to: end }]
  if (first - start > 2 * step) gaps.push({ from: start, to: first })
  let from: number | null = null
  times.forEach((t, i) => {
    const known = (values[i] ?? null) !== null
    if (!known && from === null) from = t - step
    if (known && from !== null) {
      gaps.push({ from, to: t })
      from = null
    }
  })
  const last = times[times.length - 1]
  if (from === null && last !== undefined && end - last > 2 * step) from = last
  if (from !== null) gaps.push({ from, to: end })
  return gaps
}
