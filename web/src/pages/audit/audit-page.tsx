import { getRouteApi } from '@tanstack/react-router'
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
              table(page.items.map((e) => <AuditRow key={e.id} e={e} />))
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
  const text = (name: string, value: string, set: (v: string) => void, list?: string) => (
    <input className="input filter" aria-label={name} placeholder={name} list={list} spellCheck={false} value={value} onChange={(e) => set(e.target.value)} />
  )
  return (
    <form className="row-of grow end" onSubmit={submit}>
      {text(t('audit.filter.actor'), actor, setActor)}
      {text(t('audit.filter.action'), action, setAction, 'audit-actions')}
      {text(t('audit.filter.object'), object, setObject)}
      <datalist id="audit-actions">
        {ACTIONS.map((a) => (
          <option key={a} value={a} />
        ))}
      </datalist>
      <input className="input" type="date" aria-label={t('audit.filter.from')} title={t('audit.filter.from')} value={from} onChange={(e) => setFrom(e.target.value)} />
      <input className="input" type="date" aria-label={t('audit.filter.to')} title={t('audit.filter.to')} value={to} onChange={(e) => setTo(e.target.value)} />
      <button className="button" type="submit">
        {t('action.filter')}
      </button>
    </form>
  )
}

/** Nouns the audit filters by; a whole action such as file.save works too. */
const ACTIONS = ['file', 'version', 'member', 'token', 'fault', 'session', 'team']

type Acted = Key extends infer K ? (K extends `acted.${infer A}` ? A : never) : never

function AuditRow({ e }: { e: AuditEntry }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const changed = e.before !== undefined || e.after !== undefined
  return (
    <>
      <tr data-audit={e.id} data-action={e.action}>
        <td className="dim">
          <When at={e.at} full />
        </td>
        <td>{e.actor}</td>
        <td title={e.action}>{i18n.exists(`acted.${e.action}`) ? t(`acted.${e.action as Acted}`) : <span className="mono">{e.action}</span>}</td>
        <td>{e.object}</td>
        <td>
          {changed && (
            <button className="button" aria-expanded={open} onClick={() => setOpen(!open)}>
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
          <td colSpan={6} className="fill">
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
