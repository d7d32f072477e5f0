import { bar, type Interval } from '@/lib/wilson'
import { percent, plain } from '@/lib/format'

const WIDTH = 88
const HEIGHT = 12

/** The rate as a dot on its 95 % interval. Draws nothing but the rail where nothing was measured. */
export function WilsonBar({ of, scale }: { of: Interval; scale: number }) {
  const b = bar(of, scale)
  const mid = HEIGHT / 2
  const label = b ? `${plain(percent(of.rate))} [${plain(percent(of.low))}, ${plain(percent(of.high))}] n=${Math.round(of.n)}` : 'n=0'
  return (
    <svg className="wilson" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line className="rail" x1={0} x2={WIDTH} y1={mid} y2={mid} />
      {b && (
        <>
          <line className="range" x1={b.from * WIDTH} x2={b.to * WIDTH} y1={mid} y2={mid} />
          <line className="range" x1={b.from * WIDTH} x2={b.from * WIDTH} y1={2} y2={HEIGHT - 2} />
          {b.cut ? (
            <path className="range" fill="none" d={`M${WIDTH - 4} 2L${WIDTH} ${mid}L${WIDTH - 4} ${HEIGHT - 2}`} />
          ) : (
            <line className="range" x1={b.to * WIDTH} x2={b.to * WIDTH} y1={2} y2={HEIGHT - 2} />
          )}
          <circle className="dot" cx={b.dot * WIDTH} cy={mid} r={3} />
        </>
      )}
    </svg>
  )
}
