import { useTranslation } from 'react-i18next'
import { useDrills, useEndDrill } from '@/api/faults'
import { useRole } from '@/api/session'
import type { Fault } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { When } from '@/components/when'
import { percent, plain } from '@/lib/format'

/** The drills that go on, so that nobody looks for the cause of a made fault; an owner ends one here. */
export function Drills({ team, scene }: { team: string; scene?: string }) {
  const { t } = useTranslation()
  const drills = useDrills(team).data?.items.filter((f) => scene === undefined || f.scene === '' || f.scene === scene) ?? []
  const owner = useRole(team) === 'owner'
  const end = useEndDrill(team)
  if (drills.length === 0) return null
  return (
    <ul className="drills" aria-label={t('drill.title')}>
      {drills.map((f) => (
        <li key={f.id} data-drill={f.id}>
          <span className="glyph" aria-hidden="true">
            ▲
          </span>
          <strong>{t('drill.title')}</strong>
          <span>
            <What f={f} />
          </span>
          <span className="dim">
            {t('drill.until')} <When at={f.until} /> · {t('drill.by', { who: f.created_by })}
          </span>
          <span className="grow" />
          {owner && (
            <button className="button" onClick={() => end.mutate(f.id)} disabled={end.isPending}>
              {t('drill.end')}
            </button>
          )}
        </li>
      ))}
      {end.error && (
        <li>
          <ErrorNote error={end.error} />
        </li>
      )}
    </ul>
  )
}

function What({ f }: { f: Fault }) {
  const { t } = useTranslation()
  const kind = t(`drill.${f.kind}`, { ms: f.delay_ms })
  const where = t(`drill.of.${f.target}`, { name: f.name })
  return (
    <>
      {kind} · {where} · {t('drill.share', { share: plain(percent(f.share)) })}
      {f.scene !== '' && ` · ${t('drill.scene', { scene: f.scene })}`}
    </>
  )
}
