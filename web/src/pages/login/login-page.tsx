import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from '@/components/icons'
import { LangSwitch, ThemeSwitch } from '@/features/frame/menus'
import { LoginForm } from '@/features/session/login-form'
import { basePath } from '@/lib/base'
import { useTitle } from '@/lib/title'

const route = getRouteApi('/login')

export default function LoginPage() {
  const { t } = useTranslation()
  const { next } = route.useSearch()
  const router = useRouter()
  useTitle(t('login.title'))
  return (
    <main className="login">
      <div>
        <div className="panel card">
          <div className="row-of login-brand">
            <Logo />
            <h1>{t('login.heading')}</h1>
          </div>
          <LoginForm done={() => router.history.push(next ?? basePath())} />
          <p className="dim small">{t('login.first')}</p>
        </div>
        <div className="tools">
          <LangSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </main>
  )
}
