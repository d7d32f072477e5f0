import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDegradationPlans } from '@/api/degradation'
import type { Degradation } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { BoneRows, Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { millis, NONE, percent, plain } from '@/lib/format'
import { micros, planTold } from './told'

/** The levels of a tier side by side, as the solver priced them: what each keeps, costs and leaves out, and who is on it. */
export function Levels({ team, scene, d }: { team: string; scene: string; d: Degradation | undefined }) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<string | null>(null)
  const query = useDegradationPlans(team, scene, d?.planned_at ?? '')
  const tier = d?.tiers.find((x) => x.tier === picked) ?? d?.tiers[0]
  const columns: readonly Column[] = [
    { name: t('degrade.level'), title: t('degrade.level.tip') },
    { name: t('degrade.gain'), num: true, title: t('degrade.kept.tip') },
    { name: t('degrade.cost'), num: true },
    { name: t('degrade.recall'), num: true, title: t('degrade.recall.tip') },
    { name: t('degrade.on'), num: true, title: t('degrade.on.tip') },
    { name: t('degrade.plan') },
  ]
  const table = (rows: React.ReactNode) => (
    <Table label={t('degrade.levels')} columns={columns}>
      {rows}
    </Table>
  )
  /** Share of the tier's users on a level: one or two levels are in use. */
  const on = (level: number) => (!tier ? 0 : level === tier.level ? 1 - tier.deeper : level === tier.level + 1 ? tier.deeper : 0)
  return (
    <Panel
      title={t('degrade.levels')}
      tools={
        d && (
          <>
            <span className="dim small" data-solved>
              {t('degrade.solved')} <When at={d.planned_at} />, {plain(millis(d.planned_ms))}
            </span>
            {d.tiers.length > 1 && (
              <select className="input" aria-label={t('degrade.tier')} value={tier?.tier ?? ''} onChange={(e) => setPicked(e.target.value)}>
                {d.tiers.map((x) => (
                  <option key={x.tier} value={x.tier}>
                    {x.tier || t('degrade.tier.rest')}
                  </option>
                ))}
              </select>
            )}
          </>
        )
      }
    >
      <Loaded query={query} skeleton={table(<BoneRows rows={3} columns={columns} />)}>
        {(page) =>
          table(
            page.items
              .filter((p) => p.tier === (tier?.tier ?? ''))
              .map((p) => {
                const share = on(p.level)
                return (
                  <tr key={p.id} data-level={p.level} data-trouble={share > 0 && p.level > 0} className={share > 0 && p.level > 0 ? 'tone-degraded' : undefined} aria-current={share > 0 || undefined}>
                    <td>
                      <strong>L{p.level}</strong>
                    </td>
                    <td className="num">
                      <Q of={percent(p.gain)} />
                    </td>
                    <td className="num">{micros(p.cost_us)}</td>
                    <td className="num">{p.recall_ms > 0 ? plain(millis(p.recall_ms)) : NONE}</td>
                    <td className="num">{share > 0 ? <Q live of={percent(share)} /> : <span className="dim">0</span>}</td>
                    <td className="fill plan">{planTold(t('degrade.plan.full'), p.plan)}</td>
                  </tr>
                )
              }),
          )
        }
      </Loaded>
    </Panel>
  )
}
