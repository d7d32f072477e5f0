import { useTranslation } from 'react-i18next'
import { NONE } from '@/lib/format'

interface PickerProps {
  a: string | undefined
  b: string | undefined
  /** What there is to choose from, by id. */
  of: readonly { id: string; name: string }[]
  label: (side: string) => string
  set: (change: { a?: string | undefined; b?: string | undefined }) => void
}

/** Two things to be compared, chosen from a list, and swapped. One that the list lacks is shown by its id. */
export function ComparePicker({ a, b, of, label, set }: PickerProps) {
  const { t } = useTranslation()
  const pick = (side: 'a' | 'b', now: string | undefined) => (
    <label className="row-of">
      <strong>{side.toUpperCase()}</strong>
      <select className="input asked" aria-label={label(side.toUpperCase())} value={now ?? ''} onChange={(e) => set({ [side]: e.target.value })}>
        <option value="">{NONE}</option>
        {now && !of.some((r) => r.id === now) && <option value={now}>{now.slice(0, 8)}</option>}
        {of.map((r) => (
          <option key={r.id} value={r.id}>
            {r.name}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className="row-of">
      {pick('a', a)}
      <button className="button" type="button" aria-label={t('compare.swap')} title={t('compare.swap')} onClick={() => set({ a: b, b: a })}>
        ⇄
      </button>
      {pick('b', b)}
    </div>
  )
}
