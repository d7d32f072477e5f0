import { useTranslation } from 'react-i18next'

/** Where requests come from. */
export const FROM = ['made', 'recorded', 'given'] as const
export type From = (typeof FROM)[number]

/** JSON objects, one a line; null for what is none. */
export function requestsOf(text: string): Record<string, unknown>[] | null {
  try {
    const list = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): unknown => JSON.parse(line))
    return list.length > 0 && list.every((v) => typeof v === 'object' && v !== null && !Array.isArray(v)) ? (list as Record<string, unknown>[]) : null
  } catch {
    return null
  }
}

interface FieldProps {
  value: string
  bad: boolean
  change: (value: string) => void
}

/** Weights of the tiers that requests are made up for. */
export function TiersField({ value, bad, change }: FieldProps) {
  const { t } = useTranslation()
  return (
    <label className="field">
      <span>{t('load.tiers')}</span>
      <input className="input" name="tiers" value={value} aria-invalid={bad || undefined} placeholder={t('load.tiers.hint')} onChange={(e) => change(e.target.value)} />
    </label>
  )
}

/** Requests, written or out of a file: JSON objects, one a line. */
export function RequestsField({ value, bad, change, example }: FieldProps & { example: string }) {
  const { t } = useTranslation()
  const n = requestsOf(value)?.length
  return (
    <div className="stack">
      <label className="field">
        <span>{t('load.requests')}</span>
        <textarea className="input area" name="requests" rows={5} spellCheck={false} value={value} aria-invalid={bad || undefined} placeholder={example} onChange={(e) => change(e.target.value)} />
      </label>
      <div className="row-of">
        <label className="row-of small">
          {t('load.file')}
          <input
            type="file"
            name="file"
            accept=".ndjson,.jsonl,.json,.txt"
            onChange={(e) => {
              const file = e.target.files?.[0]
              if (file) void file.text().then(change)
            }}
          />
        </label>
        <span className="dim small" aria-live="polite">
          {n === undefined ? t('load.requests.bad') : t('load.requests.n', { n })}
        </span>
      </div>
    </div>
  )
}
