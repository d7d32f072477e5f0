import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import type { DatabaseNow } from '@/api/types'
import { When } from '@/components/when'

/** The database is away: scenes go on from the last good plan, writes do not. */
export function DatabaseBanner({ team }: { team: string }) {
  const { t } = useTranslation()
  const db = useLive<DatabaseNow>(keys.database(team))
  if (!db || db.state === 'ok') return null
  const down = db.state === 'down'
  return (
    <div className={`banner panel-banner ${down ? 'tone-bad' : 'tone-probing'}`} role="status" data-database={db.state}>
      <span className="glyph" aria-hidden="true">
        {down ? '✕' : '◐'}
      </span>
      <span>{down ? t('database.down') : t('database.recovering')}</span>
      {db.since && (
        <span className="dim">
          {t('database.since')} <When at={db.since} />
        </span>
      )}
    </div>
  )
}
