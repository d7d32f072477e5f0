import { useState } from 'react'
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

/** Weights such as "newcomers 3, loyal 1"; null for what cannot be read. */
export function tiersOf(text: string): Record<string, number> | null {
  const out: Record<string, number> = {}
  for (const part of text.split(/[,，]/)) {
    if (part.trim() === '') continue
    const m = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*[\s:=]\s*(\d+(?:\.\d+)?)\s*$/u.exec(part)
    if (!m?.[1]) return null
    out[m[1]] = Number(m[2])
  }
  return out
}

export interface Source {
  from: From
  tiers: string
  text: string
  set: (change: Partial<Pick<Source, 'from' | 'tiers' | 'text'>>) => void
  /** null for what cannot be read. */
  weights: Record<string, number> | null
  requests: Record<string, unknown>[] | null
  /** The part of a call that says it. */
  body: { from: From; tiers?: Record<string, number> }
}

/** Where requests come from, as a form holds it. */
export function useSource(first: From): Source {
  const [is, setIs] = useState({ from: first, tiers: '', text: '' })
  const weights = tiersOf(is.tiers)
  const weighed = is.from === 'made' && weights && Object.keys(weights).length > 0
  return {
    ...is,
    set: (change) => setIs((was) => ({ ...was, ...change })),
    weights,
    requests: is.from === 'given' ? requestsOf(is.text) : [],
    body: { from: is.from, ...(weighed ? { tiers: weights } : {}) },
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
