import { sparkPath, type Sample } from '@/lib/series'

interface SparklineProps {
  values: readonly Sample[]
  /** How many samples the whole width stands for. */
  slots: number
  width?: number
  height?: number
  label: string
}

/** The course of the last minutes in little. A gap in the samples is a gap in the line. */
export function Sparkline({ values, slots, width = 96, height = 20, label }: SparklineProps) {
  const path = sparkPath(values, slots, width, height)
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {path !== '' && <path d={path} />}
    </svg>
  )
}
