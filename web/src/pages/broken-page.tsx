import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'

/** A page that could not be loaded or drawn; the way back is one click. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <main className="scroll">
      <Page title={t('error.failed')}>
        <section className="panel">
          <ErrorNote
            error={error instanceof Error ? error : new Error(String(error))}
            retry={() => {
              reset()
              void router.invalidate()
            }}
          />
        </section>
      </Page>
    </main>
  )
}
