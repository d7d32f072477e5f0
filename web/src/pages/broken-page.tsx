import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'

/** A page that could not be loaded or drawn, within the frame of its team; the way back is one click. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  return (
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
  )
}

/** The same where there is no frame, which would be the page's main part. */
export function BrokenAlone(props: ErrorComponentProps) {
  return (
    <main className="scroll">
      <BrokenPage {...props} />
    </main>
  )
}
