import { useTranslation } from 'react-i18next'
import { socket, useLive } from '@/api/live'
import { EXPIRED } from '@/api/session'
import { Dialog } from '@/components/dialog'
import { LoginForm } from './login-form'

/** The session ended under an open page: log in over it, and nothing on the page is lost. */
export function ExpiredSession() {
  const { t } = useTranslation()
  const expired = useLive<boolean>(EXPIRED) === true
  return (
    <Dialog title={t('login.expired')} opened={expired} width={380}>
      <LoginForm done={() => socket.wake()} />
    </Dialog>
  )
}
