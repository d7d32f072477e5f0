import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '@/components/when'
import type { Drafts } from './drafts'
import { useFile } from './use-project'

/** Offers the text that an earlier visit wrote here and could not save. */
export function KeptBar({ drafts, path }: { drafts: Drafts; path: string }) {
  const { t } = useTranslation()
  const offer = useSyncExternalStore(drafts.subscribe, useCallback(() => drafts.offer(path), [drafts, path]))
  const busy = useFile(drafts, path, (s) => s?.phase !== 'saved')
  if (!offer) return null
  return (
    <div className="kept-bar" role="status">
      <span className="glyph tone-slow" aria-hidden="true">
        ▲
      </span>
      <span className="grow">
        {t('kept.text', { path })} <When at={offer.at} full />
      </span>
      <button type="button" className="button" disabled={busy} onClick={() => drafts.takeOffer(path)}>
        {t('kept.take')}
      </button>
      <button type="button" className="button quiet" onClick={() => drafts.dropOffer(path)}>
        {t('kept.drop')}
      </button>
    </div>
  )
}
