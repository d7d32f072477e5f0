import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DialogProps } from './dialog'
import { Library } from './library'

export default function DialogBody({ title, opened, close, width = 480, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Library>
      <Modal
        opened={opened}
        onClose={close ?? (() => undefined)}
        title={<strong>{title}</strong>}
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
