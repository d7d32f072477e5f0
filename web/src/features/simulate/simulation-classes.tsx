import { useTranslation } from 'react-i18next'
import type { Simulation } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table } from '@/components/table'
import { count, millis, percent } from '@/lib/format'
import { classesOf } from './classes'

/** What each policy did to the scenes of each class; nothing where there is one scene. */
export function SimulationClasses({ s }: { s: Simulation }) {
  const { t } = useTranslation()
  const classes = classesOf(s)
  if (classes.length === 0) return null
  return (
    <Panel title={t('simulate.classes')}>
      <Table
        label={t('simulate.classes')}
        columns={[
          { name: t('simulate.class'), title: t('policy.class.tip') },
          { name: t('simulate.policy') },
          { name: t('simulate.scenes'), num: true },
          { name: t('simulate.offered'), num: true },
          { name: t('scene.lost'), num: true, title: t('simulate.lost.tip') },
          { name: t('simulate.full'), num: true, title: t('simulate.full.tip') },
          { name: 'p99', num: true },
        ]}
      >
        {classes.flatMap((c) =>
          c.rows.map(({ policy, is }, i) => (
            <tr key={`${c.of}/${policy}`} data-class={c.of} data-of={policy} data-trouble={is.lost > 0.001} className={is.lost > 0.001 ? 'tone-bad' : undefined}>
              <td>{i === 0 ? <strong title={c.of}>{t(`simulate.class.${c.of}`)}</strong> : <span className="hidden-label">{t(`simulate.class.${c.of}`)}</span>}</td>
              <td>{policy}</td>
              <td className="num">
                <Q of={count(is.scenes)} />
              </td>
              <td className="num">
                <Q of={count(is.offered)} />
              </td>
              <td className="num">
                <Q of={percent(is.lost)} />
              </td>
              <td className="num">
                <Q of={percent(is.full)} />
              </td>
              <td className="num">
                <Q of={millis(is.p99_ms)} />
              </td>
            </tr>
          )),
        )}
      </Table>
    </Panel>
  )
}
