import { useTranslation } from 'react-i18next'
import { useLive } from '@/api/live'
import { sceneKeys } from '@/api/live/scene'
import type { Experiment, Scene, SceneLive } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table } from '@/components/table'
import { cell } from '@/features/run/cell'
import { count, NONE, percent } from '@/lib/format'
import { drawn } from './drawn'

/** The experiments that take the scene's requests: as they are declared, and how their arms were drawn. */
export function Experiments({ team, s }: { team: string; s: Scene }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('experiment.title')} count={s.experiments.length} tools={s.experiments.length > 0 && <span className="dim small">{t('experiment.hint')}</span>}>
      {s.experiments.length === 0 ? <p className="body dim">{t('experiment.none')}</p> : s.experiments.map((e) => <One key={e.name} team={team} scene={s.name} e={e} />)}
    </Panel>
  )
}

function One({ team, scene, e }: { team: string; scene: string; e: Experiment }) {
  const { t } = useTranslation()
  const view = useLive<Pick<SceneLive, 'arms'>>(sceneKeys.scene(team, scene))
  const shares = drawn(view?.arms ?? [], e)
  return (
    <section aria-label={e.name} data-experiment={e.name}>
      <dl className="strip">
        <div>
          <dt>{t('experiment.name')}</dt>
          <dd className="mono">{e.name}</dd>
        </div>
        <div title={t('experiment.by.tip')}>
          <dt>{t('experiment.by')}</dt>
          <dd className="mono">{e.by || NONE}</dd>
        </div>
        <div title={t('experiment.layer.tip')}>
          <dt>{t('experiment.layer')}</dt>
          <dd className={e.layer ? 'mono' : 'dim'}>{e.layer ?? t('experiment.layer.own')}</dd>
        </div>
        <div>
          <dt>{t('node.where')}</dt>
          <dd className="mono">{`${e.file}:${e.line}`}</dd>
        </div>
      </dl>
      <Table
        label={e.name}
        columns={[
          { name: t('experiment.arm') },
          { name: t('experiment.share'), num: true },
          { name: t('experiment.requests'), num: true, title: t('experiment.requests.tip') },
          { name: t('experiment.drawn'), num: true, title: t('experiment.drawn.tip') },
          { name: t('experiment.sets') },
        ]}
      >
        {e.arms.map((a, i) => (
          <tr key={a.name} data-arm={a.name}>
            <td>
              <strong className="mono">{a.name}</strong>
            </td>
            <td className="num">
              <Q of={percent(a.share)} />
            </td>
            <td className="num live">
              <Q live of={count(shares[i]?.requests)} />
            </td>
            <td className="num live">
              <Q live of={percent(shares[i]?.share)} />
            </td>
            <td className="mono fill">{a.set.length === 0 ? <span className="dim">{t('experiment.sets.none')}</span> : a.set.map((p) => `${p.param}: ${cell(p.value)}`).join(', ')}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
