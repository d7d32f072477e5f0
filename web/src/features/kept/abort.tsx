import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from '@/components/confirm'
import { ErrorNote } from '@/components/notes'

interface AbortProps {
  abort: { error: Error | null; isPending: boolean; isSuccess: boolean; mutate(): void }
  /** What becomes of it. */
  effect: string
}

/** Ends one that runs, once that is confirmed. */
export function Abort({ abort, effect }: AbortProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      {abort.error && <ErrorNote error={abort.error} />}
      <button className="button" disabled={abort.isPending || abort.isSuccess} onClick={() => setAsking(true)}>
        {t('load.abort')}
      </button>
      <Confirm title={t('load.abort')} effect={effect} action={t('load.abort')} opened={asking} close={() => setAsking(false)} run={() => abort.mutate()} />
    </>
  )
}
