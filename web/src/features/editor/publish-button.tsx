import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drafts } from './drafts'

/** Nothing is published while two texts of a file wait for a decision. */
export function PublishButton({ drafts, open }: { drafts: Drafts; open(): void }) {
  const { t } = useTranslation()
  const paths = useSyncExternalStore(drafts.subscribe, useCallback(() => drafts.conflicts().join(', '), [drafts]))
  return (
    <button type="button" className="button primary" disabled={paths !== ''} title={paths === '' ? undefined : t('editor.publish.conflict', { paths })} onClick={open}>
      {t('editor.publish')}
    </button>
  )
}
