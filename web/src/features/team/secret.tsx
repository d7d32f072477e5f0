import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A secret that the server shows once: to be copied now or never. */
export function Secret({ label, value, close }: { label: string; value: string; close: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    // Without a secure context there is no clipboard; the text can still be marked by hand.
    void navigator.clipboard?.writeText(value).then(() => setCopied(true))
  }
  return (
    <div className="note tone-frozen secret" role="status">
      <span className="glyph" aria-hidden="true">
        ▣
      </span>
      <div className="text grow">
        <strong>{label}</strong>
        <div className="row-of">
          <code className="secret-value">{value}</code>
          <button className="button" onClick={copy}>
            {copied ? t('action.copied') : t('action.copy')}
          </button>
          <button className="button quiet" onClick={close}>
            {t('action.close')}
          </button>
        </div>
      </div>
    </div>
  )
}
