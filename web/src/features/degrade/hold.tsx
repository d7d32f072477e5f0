import { useTranslation } from 'react-i18next'
import type { Override } from '@/api/types'
import { When } from '@/components/when'
import { percent, plain } from '@/lib/format'

/** What an operator said, of whom, why and until when. */
export function Hold({ o }: { o: Override }) {
  const { t } = useTranslation()
  const what = o.action === 'force' ? (o.full ? t('degrade.held.full') : o.off?.length ? t('degrade.held.off', { nodes: o.off.join(', ') }) : t('degrade.held.level', { level: o.level ?? 0 })) : t(`degrade.held.${o.action}`)
  return (
    <p className="state wraps tone-frozen" role="status" data-hold={o.action}>
      <span className="glyph" aria-hidden="true">
        ▣
      </span>
      <span>
        <strong>{what}</strong> {t('degrade.held.by', { by: o.by })} <When at={o.until} />: {o.reason}
        {!o.kept && ` · ${t('degrade.held.unkept')}`}
        {o.stuck?.map((x) => ` · ${t('degrade.held.stuck', { tier: x.tier || t('degrade.tier.rest'), keep: plain(percent(x.keep)), left: plain(percent(x.left)) })}`)}
      </span>
    </p>
  )
}
