import { sparkPath, type Sample } from '@/lib/series'

/** The course of the last minutes in little. A gap in the samples is a gap in the line. */
export function Sparkline({ values, width = 96, height = 20, label }: { values: readonly Sample[]; width?: number; height?: number; label: string }) {
  const path = sparkPath(values, width, height)
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {path !== '' && <path d={path} />}
    </svg>
  )
}
