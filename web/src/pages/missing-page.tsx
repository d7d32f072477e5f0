import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'

export function MissingPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('error.missing')}>
      <section className="panel">
        <EmptyNote title={t('error.nopage')}>
          <Link to="/">{t('nav.overview')}</Link>
        </EmptyNote>
      </section>
    </Page>
  )
}
