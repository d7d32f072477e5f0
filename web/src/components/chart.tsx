import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import { useSettings, shade } from '@/lib/settings'
import type { Sample } from '@/lib/series'
import { clock, type Zone } from '@/lib/time'
import { NONE, plain, type Quantity } from '@/lib/format'
import { drawGaps, drawMarks, lonely, newest, type Gap, type Mark } from './chart-layers'

export interface Line {
  name: string
  values: readonly Sample[]
  /** A custom property such as --normal. */
  tone: string
  dashed?: boolean
  /** A limit. */
  dotted?: boolean
  /** Drawn only as the edge of a band. */
  edge?: boolean
}

interface ChartProps {
  label: string
  /** Unix seconds, one for each sample. */
  times: readonly number[]
  lines: readonly Line[]
  /** Indexes into lines: upper and lower edge of a band. */
  band?: readonly [number, number]
  format: (v: number | null) => Quantity
  gaps: readonly Gap[]
  marks?: readonly Mark[]
  /** Seconds shown, ending at `end` (Unix seconds). */
  window: number
  end: number
  height?: number
  /** Times are seconds since something began, not moments of a clock. */
  elapsed?: boolean
  /** Charts of one key share their cursor. */
  sync: string
  /** Called with Unix seconds when a stretch of time was marked with the pointer. */
  onZoom?: (from: number, to: number) => void
}

const color = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Lines over time. Time moves, the frame never does: the axis is as wide as the window, data or not. */
export function Chart(props: ChartProps) {
  const { label, lines, format, height = 180 } = props
  const { theme, zone, lang } = useSettings()
  const dark = shade(theme)
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [cursor, setCursor] = useState<number | null>(null)

  // Built anew for another look or another set of lines, never for new data.
  const shape = lines.map((l) => l.name).join('|')
  useEffect(() => {
    const host = box.current
    if (!host) return
    const options = optionsFor(latest, host.clientWidth, height, zone, setCursor)
    const u = new uPlot(options, dataOf(latest.current), host)
    plot.current = u
    const size = new ResizeObserver(() => u.setSize({ width: host.clientWidth, height }))
    size.observe(host)
    return () => {
      size.disconnect()
      plot.current = null
      u.destroy()
    }
  }, [dark, zone, lang, height, shape])

  useEffect(() => {
    plot.current?.setData(dataOf(props))
  })

  const at = cursor ?? newest(props.times, lines.find((l) => !l.edge)?.values ?? [], props.end)
  return (
    <div>
      <div className="legend">
        {lines
          .filter((l) => !l.edge)
          .map((l) => (
            <span key={l.name}>
              <i className={l.dashed ? 'dashed' : l.dotted ? 'dotted' : undefined} style={{ borderTopColor: `var(${l.tone})` }} />
              {l.name} <b className="live">{plain(format(at === null ? null : (l.values[at] ?? null)))}</b>
            </span>
          ))}
        {cursor !== null && props.times[cursor] !== undefined && <span>{timeOf(props, props.times[cursor], zone)}</span>}
      </div>
      <div className="chart" ref={box} role="img" aria-label={label} style={{ height }} />
    </div>
  )
}

function timeOf(p: ChartProps, s: number, zone: Zone): string {
  return p.elapsed ? `${Number(s.toFixed(1))} s` : clock(s * 1000, zone)
}

function dataOf(p: ChartProps): uPlot.AlignedData {
  return [p.times as number[], ...p.lines.map((l) => l.values as (number | null)[])]
}

function optionsFor(
  latest: { readonly current: ChartProps },
  width: number,
  height: number,
  zone: Zone,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const { lines, band, sync } = latest.current
  const axis = { stroke: color('--dim'), font: `11px ${color('--font')}`, ticks: { show: false }, grid: { stroke: color('--line'), width: 1 } }
  return {
    width,
    height,
    // On the right half a label of the time axis, which stands under its tick.
    padding: [8, 30, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: sync }, points: { size: 6 }, drag: { x: latest.current.onZoom !== undefined, y: false, setScale: false } },
    scales: {
      x: { time: false, range: () => [latest.current.end - latest.current.window, latest.current.end] },
      y: { range: (_u, _min, max) => [0, Number.isFinite(max) && max > 0 ? max * 1.15 : 1] },
    },
    axes: [
      { ...axis, size: 24, gap: 6, space: 80, values: (_u, ticks) => ticks.map((s) => timeOf(latest.current, s, zone)), incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10800, 21600, 43200, 86400] },
      { ...axis, size: 56, values: (_u, ticks) => ticks.map((v) => (v === null ? NONE : plain(latest.current.format(v)))) },
    ],
    series: [
      {},
      ...lines.map((l) => ({
        label: l.name,
        stroke: l.edge ? 'transparent' : color(l.tone),
        width: l.edge ? 0 : 1.5,
        ...(l.dashed ? { dash: [5, 4] } : l.dotted ? { dash: [1, 4] } : {}),
        points: { show: !l.edge && !l.dotted, size: 4, fill: color(l.tone), filter: (u: uPlot, index: number, show: boolean) => (show ? lonely(u.data[index] ?? []) : null) },
        spanGaps: false,
      })),
    ],
    ...(band ? { bands: [{ series: [band[0] + 1, band[1] + 1], fill: color(lines[band[0]]?.tone ?? '--normal') + '33' }] } : {}),
    hooks: {
      drawClear: [(u) => drawGaps(u, latest.current.gaps, color('--line'))],
      draw: [(u) => drawMarks(u, latest.current.marks ?? [], color('--dim'))],
      setSelect: [
        (u) => {
          const { left, width } = u.select
          if (width < 4) return
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          latest.current.onZoom?.(Math.floor(u.posToVal(left, 'x')), Math.ceil(u.posToVal(left + width, 'x')))
        },
      ],
      setCursor: [(u) => onCursor(u.cursor.idx ?? null)],
    },
  }
}
