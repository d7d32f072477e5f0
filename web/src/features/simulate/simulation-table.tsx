import { useTranslation } from 'react-i18next'
import type { Simulation } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table } from '@/components/table'
import { count, millis, NONE, percent, span } from '@/lib/format'
import { aimTold } from './about'

/** The policies side by side, and whether the controller reached what it should. */
export function SimulationTable({ s }: { s: Simulation }) {
  const { t } = useTranslation()
  const never = (v: number, of: (v: number) => ReturnType<typeof millis>) => (v < 0 ? <span className="dim">{NONE}</span> : <Q of={of(v)} />)
  return (
    <Panel title={t('simulate.results')} count={t('simulate.seed.n', { n: s.seed })}>
      <Table
        label={t('simulate.results')}
        columns={[
          { name: t('simulate.policy') },
          { name: t('simulate.offered'), num: true },
          { name: t('scene.lost'), num: true, title: t('simulate.lost.tip') },
          { name: t('degrade.shed'), num: true },
          { name: t('simulate.late'), num: true },
          { name: t('scene.kept'), num: true, title: t('simulate.kept.tip') },
          { name: 'p50', num: true },
          { name: 'p99', num: true },
          { name: t('simulate.first'), num: true, title: t('simulate.first.tip') },
          { name: t('simulate.normal'), num: true, title: t('simulate.normal.tip') },
          { name: t('simulate.turns'), num: true, title: t('simulate.turns.tip') },
        ]}
      >
        {s.results.map((r) => (
          <tr key={r.policy} data-policy-result={r.policy} data-trouble={r.lost > 0.001} className={r.lost > 0.001 ? 'tone-bad' : undefined}>
            <td>
              <strong>{r.policy}</strong>
            </td>
            <td className="num">
              <Q of={count(r.offered)} />
            </td>
            <td className="num">
              <Q of={percent(r.lost)} />
            </td>
            <td className="num">
              <Q of={percent(r.refused)} />
            </td>
            <td className="num">
              <Q of={percent(r.late)} />
            </td>
            <td className="num">
              <Q of={percent(r.kept)} />
            </td>
            <td className="num">
              <Q of={millis(r.p50_ms)} />
            </td>
            <td className="num">
              <Q of={millis(r.p99_ms)} />
            </td>
            <td className="num">{never(r.first_ms, millis)}</td>
            <td className="num">{never(r.normal_s, (v) => span(v * 1000))}</td>
            <td className="num">{r.turns_per_min.toFixed(1)}</td>
          </tr>
        ))}
      </Table>
      {s.aims.length > 0 && (
        <ul className="body aims" aria-label={t('simulate.aims')}>
          {s.aims.map((a) => (
            <li key={a.what} className={`state wraps ${a.met ? 'tone-normal' : 'tone-bad'}`} data-aim={a.met}>
              <span className="glyph" aria-hidden="true">
                {a.met ? '●' : '✕'}
              </span>
              <span>
                {aimTold(t, a.what)} {Number(a.got.toPrecision(3))} {a.unit} <span className="dim">{t(a.at_least ? 'simulate.atleast' : 'simulate.atmost', { n: a.bound, unit: a.unit })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
