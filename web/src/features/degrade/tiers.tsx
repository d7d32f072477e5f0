import { useTranslation } from 'react-i18next'
import type { Degradation, DegradationTier } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { BoneRows, Table, type Column } from '@/components/table'
import { percent, plain } from '@/lib/format'
import { planTold } from './told'

export function useTierColumns(): readonly Column[] {
  const { t } = useTranslation()
  return [
    { name: t('degrade.tier') },
    { name: t('degrade.level'), title: t('degrade.level.tip') },
    { name: t('degrade.gain'), num: true, title: t('degrade.kept.tip') },
    { name: t('degrade.shed'), num: true, title: t('degrade.shed.tip') },
    { name: t('degrade.plan') },
  ]
}

/** Who has which plan now. */
export function Tiers({ d }: { d: Degradation | undefined }) {
  const { t } = useTranslation()
  const columns = useTierColumns()
  return (
    <Panel title={t('degrade.tiers')} count={d?.tiers.length}>
      <Table label={t('degrade.tiers')} columns={columns}>
        {!d && <BoneRows rows={2} columns={columns} />}
        {d?.tiers.map((tier) => (
          <TierRow key={tier.tier} tier={{ ...tier, below: tier.deeper_plan }} share={tier.share} />
        ))}
      </Table>
    </Panel>
  )
}

interface TierRowProps {
  tier: Pick<DegradationTier, 'tier' | 'level' | 'deeper' | 'plan' | 'shed' | 'gain'> & { below: string }
  share?: number
}

/** A tier with its one or two plans; those on the deeper one are told as a share. */
export function TierRow({ tier, share }: TierRowProps) {
  const { t } = useTranslation()
  const full = t('degrade.plan.full')
  const mixed = tier.deeper > 0.0005
  const less = tier.level > 0 || mixed
  return (
    <tr className={tier.shed > 0 ? 'tone-bad' : less ? 'tone-degraded' : undefined} data-trouble={less || tier.shed > 0} data-tier={tier.tier}>
      <td>
        <strong>{tier.tier || t('degrade.tier.rest')}</strong>
        {share !== undefined && <span className="dim"> {plain(percent(share))}</span>}
      </td>
      <td className="live">
        L{tier.level}
        {mixed && <span className="dim"> {t('degrade.mixed', { share: plain(percent(tier.deeper)), level: tier.level + 1 })}</span>}
      </td>
      <td className="num">
        <Q live of={percent(tier.gain)} />
      </td>
      <td className="num">
        <Q live of={percent(tier.shed)} />
      </td>
      <td className="fill plan live">
        {planTold(full, tier.plan)}
        {mixed && (
          <span className="dim">
            {' → '}
            {planTold(full, tier.below)}
          </span>
        )}
      </td>
    </tr>
  )
}
