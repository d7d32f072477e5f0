import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '@/api/problem'
import { useDeleteDocument, useDocument } from '@/api/resources'
import type { Resource } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { whole } from '@/features/run/cell'

interface ViewProps {
  team: string
  resource: Resource
  docKey: string
  editor: boolean
  open: (key: string | undefined) => void
}

/** One document by its key, as queries see it. */
export function DocumentView({ team, resource, docKey, editor, open }: ViewProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(docKey)
  const [asking, setAsking] = useState(false)
  const [gone, setGone] = useState<string | null>(null)
  const query = useDocument(team, resource.name, docKey)
  const remove = useDeleteDocument(team, resource.name)
  const missing = query.error instanceof Problem && query.error.status === 404
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setGone(null)
    open(typed.trim() || undefined)
  }
  return (
    <Panel
      title={t('doc.title')}
      tools={
        query.data &&
        editor && (
          <button className="button" onClick={() => setAsking(true)} disabled={remove.isPending}>
            {t('doc.delete')}
          </button>
        )
      }
    >
      <form className="body row-of" onSubmit={submit}>
        <input className="input grow mono" aria-label={t('doc.key')} placeholder={t('doc.key')} spellCheck={false} value={typed} onChange={(e) => setTyped(e.target.value)} />
        <button className="button" type="submit">
          {t('doc.open')}
        </button>
      </form>
      {remove.error && <ErrorNote error={remove.error} />}
      {gone !== null ? (
        <EmptyNote title={t('doc.deleted', { key: gone })}>{t('doc.deleted.when')}</EmptyNote>
      ) : docKey === '' ? (
        <EmptyNote title={t('doc.none')} />
      ) : missing ? (
        <EmptyNote title={t('doc.missing', { key: docKey })} />
      ) : query.error && !query.data ? (
        <ErrorNote error={query.error} retry={() => void query.refetch()} />
      ) : query.data ? (
        <dl className="facts body document" data-document={docKey}>
          {ordered(query.data, resource).map(([name, value]) => (
            <div key={name} className="pair">
              <dt className="mono">{name}</dt>
              <dd className={typeof value === 'string' ? undefined : 'mono'}>{value === null ? <span className="dim">null</span> : <Value value={value} />}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div className="body">
          <span className="bone" style={{ width: 240 }} />
        </div>
      )}
      <Confirm
        opened={asking}
        title={t('doc.delete.title', { key: docKey })}
        effect={t('doc.delete.ask', { key: docKey, resource: resource.name, docs: resource.docs })}
        action={t('doc.delete')}
        close={() => setAsking(false)}
        run={() =>
          remove.mutate(docKey, {
            onSuccess: () => {
              setGone(docKey)
              setTyped('')
              open(undefined)
            },
          })
        }
      />
    </Panel>
  )
}

/** Fields in the order of their declaration. */
function ordered(doc: Record<string, unknown>, r: Resource): [string, unknown][] {
  const place = new Map(r.fields.map((f, i) => [f.name, i]))
  return Object.entries(doc).sort(([a], [b]) => (place.get(a) ?? 1e9) - (place.get(b) ?? 1e9))
}

const LONG = 600

/** A long value is folded: a vector of a hundred numbers hides the other fields. */
function Value({ value }: { value: unknown }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const text = whole(value)
  const vector = Array.isArray(value) && value.length > 12 && value.every((v) => typeof v === 'number')
  const long = vector || text.length > LONG
  if (!long || all) return <span className="wrap">{text}</span>
  return (
    <span className="wrap">
      {vector ? `[${value.slice(0, 6).join(', ')}, …` : text.slice(0, LONG)}{' '}
      <button className="button small" onClick={() => setAll(true)}>
        {vector ? t('doc.numbers', { n: value.length }) : t('action.show')}
      </button>
    </span>
  )
}
