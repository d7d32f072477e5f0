import { useMemo } from 'react'
import { sparkPath, type Series } from '@/lib/series'

interface SparklineProps {
  series: Series | null
  column: string
  /** How many samples the whole width stands for. */
  slots: number
  width?: number
  height?: number
  label: string
}

/** The course of the last minutes in little. A gap in the samples is a gap in the line. */
export function Sparkline({ series, column, slots, width = 96, height = 20, label }: SparklineProps) {
  const path = useMemo(() => (series ? sparkPath(series, column, slots, width, height) : ''), [series, column, slots, width, height])
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <line className="rail" x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
      {path !== '' && <path d={path} />}
    </svg>
  )
}
