import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gain } from '@/api/types'
import { Panel } from '@/components/panel'
import { Table, type Column } from '@/components/table'
import { givenUp, plusMinus, worth } from './words'

/** What two runs of the full plan may differ by before it is told. */
const NOISE = 0.0005

/** What each part is worth, for all and by tier; the bar is the interval, on one scale. */
export function MeasuredTable({ table }: { table: NonNullable<Gain['table']> }) {
  const { t } = useTranslation()
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('trace.node') },
      { name: t('gain.givenup') },
      { name: t('gain.tier') },
      { name: t('gain.worth'), num: true, title: t('gain.worth.tip') },
      { name: t('gain.interval') },
      { name: t('gain.requests'), num: true },
      { name: t('gain.failed'), num: true, title: t('gain.failed.tip') },
    ],
    [t],
  )
  const noisy = table.noise > NOISE
  const top = table.rows.reduce((max, r) => Math.max(max, r.high_95), 0.001)
  const at = (v: number) => `${(100 * Math.min(1, Math.max(0, v / top))).toFixed(2)}%`
  return (
    <Panel title={t('gain.table')} count={t('gain.table.of', { n: table.requests, measure: t(`gain.measure.${table.measure}`) })}>
      {(noisy || table.left > 0) && (
        <p className="body dim">
          {noisy && t('gain.noise', { noise: worth(table.noise) })} {table.left > 0 && t('gain.left', { n: table.left })}
        </p>
      )}
      <Table label={t('gain.table')} columns={columns}>
        {table.rows.map((r) => (
          <tr key={`${r.node} ${r.kind} ${r.arm ?? ''} ${r.tier}`} data-measured={r.node} data-tier={r.tier}>
            <td className="mono">{r.tier ? '' : r.node}</td>
            <td>{r.tier ? '' : givenUp(t, r)}</td>
            <td>{r.tier || <span className="dim">{t('gain.all')}</span>}</td>
            <td className="num">{plusMinus(r)}</td>
            <td className="fill">
              <span className="gain-track" title={`${worth(r.low_95)} – ${worth(r.high_95)}`}>
                <span className="range" style={{ left: at(r.low_95), width: `calc(${at(r.high_95)} - ${at(r.low_95)})` }} />
                <span className="point" style={{ left: at(r.gain) }} />
              </span>
            </td>
            <td className="num">{r.n}</td>
            <td className="num">{r.failed > 0 ? r.failed : <span className="dim">0</span>}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
