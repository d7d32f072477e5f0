import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { auditExport, useAudit } from '@/api/audit'
import type { AuditEntry } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { changeTold } from '@/features/audit/change-told'
import type { Key } from '@/lib/i18n'
import { auditSearch, type AuditSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/audit')

/** Who changed what. Filter and cursor stand in the address. */
export default function AuditPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useAudit(team, search)
  const set = (change: Record<string, unknown>) => void navigate({ search: auditSearch({ ...search, after: undefined, ...change }) })
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('audit.at') },
      { name: t('audit.actor') },
      { name: t('audit.action') },
      { name: t('audit.object') },
      { name: t('audit.change') },
      { name: t('audit.parts') },
      { name: t('audit.request') },
    ],
    [t],
  )
  const table = (rows: ReactNode) => (
    <Table label={t('nav.audit')} columns={columns}>
      {rows}
    </Table>
  )
  const filtered = Object.keys(search).length > 0
  return (
    <Page title={t('nav.audit')} team={team} head={<Filter key={JSON.stringify(search)} search={search} apply={set} />}>
      <Panel
        title={t('nav.audit')}
        count={query.data?.items.length}
        tools={
          <>
            <a className="button" href={auditExport(team, search)} download>
              {t('audit.csv')}
            </a>
            {search.after && (
              <button className="button" onClick={() => set({})}>
                {t('action.newest')}
              </button>
            )}
            {query.data?.next && (
              <button className="button" onClick={() => set({ after: query.data?.next })}>
                {t('action.more')}
              </button>
            )}
          </>
        }
      >
        <Loaded query={query} skeleton={table(<BoneRows rows={10} columns={columns} />)}>
          {(page) =>
            page.items.length > 0 ? (
              table(page.items.map((e) => <AuditRow key={e.id} team={team} e={e} />))
            ) : filtered ? (
              <EmptyNote title={t('audit.nohit')}>
                <button className="button" onClick={() => set({ actor: undefined, action: undefined, object: undefined, from: undefined, to: undefined })}>
                  {t('action.clear')}
                </button>
              </EmptyNote>
            ) : (
              <EmptyNote title={t('audit.none')} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

/** Applied by Enter: the server filters by exact names, so a half-typed one would only empty the table. */
function Filter({ search, apply }: { search: AuditSearch; apply: (change: Record<string, unknown>) => void }) {
  const { t } = useTranslation()
  const [actor, setActor] = useState(search.actor ?? '')
  const [action, setAction] = useState(search.action ?? '')
  const [object, setObject] = useState(search.object ?? '')
  const [from, setFrom] = useState(search.from?.slice(0, 10) ?? '')
  const [to, setTo] = useState(search.to?.slice(0, 10) ?? '')
  const submit = (e: FormEvent) => {
    e.preventDefault()
    apply({ actor: actor.trim(), action: action.trim(), object: object.trim(), from, to })
  }
  const text = (name: string, value: string, set: (v: string) => void, more: { list?: string; day?: boolean } = {}) => (
    <label className="field">
      <span>{name}</span>
      <input
        className={`input ${more.day ? 'day' : 'filter'}`}
        list={more.list}
        spellCheck={false}
        // Days are written as everywhere in the console; a date field would follow the browser instead.
        {...(more.day && { placeholder: '2026-03-31', pattern: '\\d{4}-\\d{2}-\\d{2}', inputMode: 'numeric' as const, maxLength: 10 })}
        value={value}
        onChange={(e) => set(e.target.value)}
      />
    </label>
  )
  return (
    <form className="audit-filter" onSubmit={submit}>
      {text(t('audit.filter.actor'), actor, setActor)}
      {text(t('audit.filter.action'), action, setAction, { list: 'audit-actions' })}
      {text(t('audit.filter.object'), object, setObject)}
      <datalist id="audit-actions">
        {ACTIONS.map((a) => (
          <option key={a} value={a} />
        ))}
      </datalist>
      {text(t('audit.filter.from'), from, setFrom, { day: true })}
      {text(t('audit.filter.to'), to, setTo, { day: true })}
      <button className="button" type="submit">
        {t('action.filter')}
      </button>
    </form>
  )
}

/** Nouns the audit filters by; a whole action such as file.save works too. */
const ACTIONS = ['file', 'version', 'member', 'token', 'fault', 'session', 'team']

type Acted = Key extends infer K ? (K extends `acted.${infer A}` ? A : never) : never

function AuditRow({ team, e }: { team: string; e: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const changed = e.before !== undefined || e.after !== undefined
  const told = changeTold(t, e)
  return (
    <>
      <tr data-audit={e.id} data-action={e.action}>
        <td className="dim">
          <When at={e.at} full />
        </td>
        <td>{e.actor}</td>
        <td title={e.action}>{i18n.exists(`acted.${e.action}`) ? t(`acted.${e.action as Acted}`) : <span className="mono">{e.action}</span>}</td>
        <td>{e.object}</td>
        <td data-told>
          {told.text}
          {told.version !== undefined && (
            <Link to="/t/$team/pipelines" params={{ team }} search={{ version: told.version }} className="after">
              {t('audit.version', { number: told.version })}
            </Link>
          )}
          {told.file !== undefined && e.action !== 'file.delete' && (
            <Link to="/t/$team/pipelines/$name/edit" params={{ team, name: stem(told.file) }} search={{ file: told.file }} className="after">
              {t('audit.file')}
            </Link>
          )}
        </td>
        <td>
          {changed && (
            <button className="button quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? t('action.hide') : t('action.show')}
            </button>
          )}
        </td>
        <td>
          <code className="dim">{e.request_id}</code>
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={7} className="fill">
            <div className="before-after">
              <Side name={t('audit.before')} value={e.before} />
              <Side name={t('audit.after')} value={e.after} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

const stem = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.riffle$/, '')

function Side({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <div className="dim">{name}</div>
      <pre className="code" tabIndex={0} aria-label={name}>
        {value === undefined ? '–' : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  )
}
