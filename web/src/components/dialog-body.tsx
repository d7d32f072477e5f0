import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DialogProps } from './dialog'
import { Library } from './library'

/** The dialogs that are open, the newest last. */
const stack: object[] = []

/** Esc closes the newest dialog alone; the library would close each that is open. */
function useEscape(opened: boolean, close: (() => void) | undefined): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!opened) return
    const me = {}
    stack.push(me)
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || e.isComposing || stack[stack.length - 1] !== me) return
      // Before another dialog hears it, which this one's end would make the newest.
      e.stopImmediatePropagation()
      latest.current?.()
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      stack.splice(stack.indexOf(me), 1)
    }
  }, [opened])
}

export default function DialogBody({ title, opened, close, width = 480, children }: DialogProps) {
  const { t } = useTranslation()
  useEscape(opened, close)
  return (
    <Library>
      <Modal
        opened={opened}
        onClose={close ?? (() => undefined)}
        title={<strong>{title}</strong>}
        closeOnEscape={false}
        withCloseButton={close !== undefined}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        // Locking the scroll would add an inline style sheet, which the content policy forbids.
        lockScroll={false}
        transitionProps={{ duration: 0 }}
        yOffset="12vh"
        size={width}
      >
        {children}
      </Modal>
    </Library>
  )
}
