import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useResourceQuery } from '@/api/resources'
import type { QueryAnswer, QueryMistake, Resource } from '@/api/types'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table } from '@/components/table'
import { cell, isNumber, number, whole } from '@/features/run/cell'
import { findingTold } from '@/lib/i18n/finding'
import { millis } from '@/lib/format'
import { QUERY_WAYS, type QueryWay, type ResourceSearch } from '@/lib/search'
import { bodyOf, fieldsFor, filterExample, topExample } from './query'

interface TryProps {
  team: string
  resource: Resource
  search: ResourceSearch
  set: (change: Record<string, unknown>) => void
}

/** Asks the resource by hand; the question stands in the address. */
export function TryQuery({ team, resource, search, set }: TryProps) {
  const { t } = useTranslation()
  const body = bodyOf(search)
  const answer = useResourceQuery(team, resource.name, body)
  const mistakes = answer.data?.diagnostics ?? []
  return (
    <>
      <Panel title={t('query.title')}>
        <QueryForm key={JSON.stringify(body)} resource={resource} search={search} set={set} mistakes={body ? mistakes : []} again={() => void answer.refetch()} />
      </Panel>
      {answer.error ? (
        <section className="panel">
          <ErrorNote error={answer.error} retry={() => void answer.refetch()} />
        </section>
      ) : body === null ? (
        <section className="panel">
          <EmptyNote title={t('query.none')}>{t('query.none.hint')}</EmptyNote>
        </section>
      ) : answer.data ? (
        mistakes.length === 0 && <Results team={team} resource={resource.name} answer={answer.data} />
      ) : (
        <section className="panel bone-panel" aria-hidden="true" />
      )}
    </>
  )
}

interface FormProps {
  resource: Resource
  search: ResourceSearch
  set: (change: Record<string, unknown>) => void
  mistakes: readonly QueryMistake[]
  again: () => void
}

function QueryForm({ resource, search, set, mistakes, again }: FormProps) {
  const { t } = useTranslation()
  const [by, setBy] = useState<QueryWay>(search.by ?? 'text')
  const [q, setQ] = useState(search.q ?? '')
  const [field, setField] = useState(search.field ?? '')
  const [filter, setFilter] = useState(search.filter ?? '')
  const [k, setK] = useState(String(search.k ?? 20))
  const fields = fieldsFor(by, resource.fields)
  const possible = QUERY_WAYS.filter((w) => fieldsFor(w, resource.fields).length > 0)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const next = { by, q: by === 'filter' ? undefined : q, field: fields.some((f) => f.name === field) ? field : undefined, filter, k: Number(k) }
    const same = next.by === search.by && (next.q ?? '') === (search.q ?? '') && (next.field ?? '') === (search.field ?? '') && filter === (search.filter ?? '') && next.k === (search.k ?? 20)
    if (same) again()
    else set(next)
  }
  const example = filterExample(resource.fields)
  const hint = { text: t('query.text.hint'), like: t('query.like.hint'), top: topExample(resource.fields), vector: '0.1, 0.2, …', filter: '' }[by]
  return (
    <form className="body stack" onSubmit={submit}>
      <div className="query-line">
        <label className="field">
          <span>{t('query.by')}</span>
          <select className="input" value={by} onChange={(e) => setBy(e.target.value as QueryWay)}>
            {possible.map((w) => (
              <option key={w} value={w}>
                {t(`query.${w}`)}
              </option>
            ))}
          </select>
        </label>
        {by !== 'filter' && (
          <label className="field grow">
            <span>{t(`query.${by}`)}</span>
            <input className={`input wide ${by === 'text' ? '' : 'mono'}`} spellCheck={false} placeholder={hint} value={q} onChange={(e) => setQ(e.target.value)} />
          </label>
        )}
        {(by === 'like' || by === 'vector') && (
          <label className="field">
            <span>{t('query.field')}</span>
            <select className="input" value={field} onChange={(e) => setField(e.target.value)}>
              {fields.map((f) => (
                <option key={f.name}>{f.name}</option>
              ))}
            </select>
          </label>
        )}
        <label className="field">
          <span>{t('query.k')}</span>
          <input className="input" inputMode="numeric" size={4} value={k} onChange={(e) => setK(e.target.value)} />
        </label>
      </div>
      <label className="field">
        <span>{t('query.filter')}</span>
        <input className="input wide mono" spellCheck={false} placeholder={example && t('query.filter.hint', { example })} value={filter} onChange={(e) => setFilter(e.target.value)} />
      </label>
      {mistakes.map((m, i) => (
        <Mistake key={i} m={m} text={m.in === 'filter' ? (search.filter ?? '') : m.in === 'top' ? (search.q ?? '') : ''} />
      ))}
      <div className="row-of">
        <button className="button primary" type="submit" disabled={by === 'filter' ? filter.trim() === '' : q.trim() === ''}>
          {t('query.go')}
        </button>
      </div>
    </form>
  )
}

/** What is wrong with an expression, with a mark under the place. */
function Mistake({ m, text }: { m: QueryMistake; text: string }) {
  const { t } = useTranslation()
  const told = findingTold(m)
  return (
    <div className="note tone-bad" role="alert" data-mistake={m.code}>
      <span className="glyph" aria-hidden="true">
        ✕
      </span>
      <div className="text">
        <span>
          <strong>{t(`query.in.${m.in}`)}</strong> {told.message} <code className="dim">{m.code}</code>
        </span>
        {text !== '' && m.column > 0 && (
          <pre className="caret">
            {text}
            {'\n'}
            {' '.repeat(m.column - 1)}^
          </pre>
        )}
        {told.help && <span className="dim">{told.help}</span>}
      </div>
    </div>
  )
}

function Results({ team, resource, answer }: { team: string; resource: string; answer: QueryAnswer }) {
  const { t } = useTranslation()
  const columns = answer.columns.filter((c) => !c.name.startsWith('_'))
  const keyed = !columns.some((c) => answer.rows.length > 0 && answer.rows.every((r) => r[c.name] === r._key))
  const link = (key: string, text: string) => (
    <Link to="/t/$team/resources/$resource" params={{ team, resource }} search={{ tab: 'documents', key }} className="cell-link">
      {text}
    </Link>
  )
  return (
    <Panel
      title={t('query.results')}
      count={answer.rows.length}
      tools={
        <span className="dim small">
          <Q of={millis(answer.took_ms)} />
        </span>
      }
    >
      <pre className="body code statement" tabIndex={0} aria-label={t('query.statement')}>
        {answer.statement}
      </pre>
      {answer.rows.length === 0 ? (
        <EmptyNote title={t('query.nohit')} />
      ) : (
        <Table
          label={t('query.results')}
          columns={[
            { name: '#', num: true },
            ...(keyed ? [{ name: t('run.key') }] : []),
            ...columns.map((c) => ({ name: c.name, num: isNumber(c.type), title: c.type })),
            { name: t('run.score'), num: true },
          ]}
        >
          {answer.rows.map((r, i) => (
            <tr key={i} data-row={String(r._key)}>
              <td className="num dim">{i + 1}</td>
              {keyed && <td className="mono">{link(String(r._key), String(r._key))}</td>}
              {columns.map((c) => (
                <td key={c.name} className={isNumber(c.type) ? 'num' : 'clip'} title={whole(r[c.name])}>
                  {!keyed && r[c.name] === r._key ? link(String(r._key), cell(r[c.name])) : cell(r[c.name])}
                </td>
              ))}
              <td className="num">{typeof r._score === 'number' ? number(r._score) : '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
