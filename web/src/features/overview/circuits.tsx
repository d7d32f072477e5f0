import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import type { Circuit } from '@/api/types'
import { When } from '@/components/when'

/** The services and stores that are down and not asked: what fails because of them has its cause there. */
export function Circuits({ team }: { team: string }) {
  const { t } = useTranslation()
  const open = useLive<Circuit[]>(keys.circuits(team)) ?? []
  if (open.length === 0) return null
  return (
    <ul className="drills" aria-label={t('circuit.title')}>
      {open.map((c) => (
        <li key={`${c.kind} ${c.name}`} data-circuit={c.name} data-state={c.state}>
          <span className="glyph" aria-hidden="true">
            ✕
          </span>
          <strong>{t(`circuit.${c.kind}`, { name: c.name })}</strong>
          <span>{t(`circuit.${c.state}`)}</span>
          <span className="dim">
            <Times of={c} /> · {t('circuit.refused', { n: c.refused })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Since when it is not asked, and when it is tried again. */
export function Times({ of: c }: { of: Circuit }) {
  const { t } = useTranslation()
  return (
    <>
      {c.since && (
        <>
          {t('circuit.since')} <When at={c.since} />
        </>
      )}
      {c.until && c.state === 'open' && (
        <>
          {' '}
          · {t('circuit.until')} <When at={c.until} />
        </>
      )}
    </>
  )
}
