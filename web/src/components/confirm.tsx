import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog'

interface ConfirmProps {
  title: string
  /** What will happen, with names and numbers. */
  effect: string
  action: string
  /** What else is known of it. */
  children?: ReactNode
  opened: boolean
  close: () => void
  run: () => void
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, effect, action, children, opened, close, run }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} opened={opened} close={close} width={420}>
      <div className="stack">
        <p>{effect}</p>
        {children}
        <div className="row-of end">
          <button className="button" onClick={close} data-autofocus>
            {t('action.cancel')}
          </button>
          <button
            className="button primary"
            onClick={() => {
              close()
              run()
            }}
          >
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
