import '@/theme/run.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { Problem } from '@/api/problem'
import { useResource } from '@/api/resources'
import { canEdit, useRole } from '@/api/session'
import type { Resource, ResourceNow } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { Tabs } from '@/components/tabs'
import { DocumentView } from '@/features/resource/document-view'
import { PutDocuments } from '@/features/resource/put-documents'
import { SchemaTable } from '@/features/resource/schema-table'
import { StoreFacts } from '@/features/resource/store-facts'
import { SlotTable } from '@/features/resource/slot-table'
import { TryQuery } from '@/features/resource/try-query'
import { count } from '@/lib/format'
import { RESOURCE_TABS, resourceSearch } from '@/lib/search'

const route = getRouteApi('/t/$team/resources/$resource')

/** One resource: its fields, its documents, a query to try, and how far its log is read. */
export default function ResourcePage() {
  const { t } = useTranslation()
  const { team, resource } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const editor = canEdit(useRole(team))
  const query = useResource(team, resource)
  const now = useLive<ResourceNow>(keys.resource(team, resource))
  const tab = search.tab ?? 'schema'
  const set = (change: Record<string, unknown>) => void navigate({ search: resourceSearch({ ...search, ...change }) })
  const gone = query.error instanceof Problem && query.error.status === 404
  return (
    <Page
      title={resource}
      team={team}
      crumbs={[{ name: t('nav.resources'), to: `/t/${team}/resources` }]}
      head={
        query.data && (
          <>
            <StateMark state={now?.state ?? query.data.state} />
            {query.data.store ? (
              <span className="dim">{t('store.on', { kind: query.data.store.kind })}</span>
            ) : (
              <span className="dim">
                <Q live of={count(now?.docs ?? query.data.docs)} /> {t('resource.documents')}
              </span>
            )}
          </>
        )
      }
    >
      {gone ? (
        <section className="panel">
          <EmptyNote title={t('resource.missing', { resource })}>
            <Link to="/t/$team/resources" params={{ team }}>
              {t('nav.resources')}
            </Link>
          </EmptyNote>
        </section>
      ) : (
        <>
          <Tabs
            label={resource}
            now={tab}
            tabs={RESOURCE_TABS.map((id) => ({ id, name: t(`resource.tab.${id}`) }))}
            search={(id) => resourceSearch({ ...search, tab: id })}
          />
          <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
            {(r) =>
              tab === 'schema' ? (
                <SchemaTable team={team} resource={r} />
              ) : tab === 'query' ? (
                <TryQuery team={team} resource={r} search={search} set={set} />
              ) : tab === 'state' && r.store ? (
                <StoreFacts resource={r} store={r.store} />
              ) : tab === 'state' ? (
                <SlotTable resource={r} />
              ) : (
                <div className="split">
                  <DocumentView key={search.key ?? ''} team={team} resource={r} docKey={search.key ?? ''} editor={editor && !r.store} open={(key) => set({ key })} />
                  {r.store ? <OnStore kind={r.store.kind} /> : editor ? <PutDocuments team={team} resource={resource} example={exampleOf(r)} /> : <ReadOnly />}
                </div>
              )
            }
          </Loaded>
        </>
      )}
    </Page>
  )
}

function OnStore({ kind }: { kind: string }) {
  const { t } = useTranslation()
  return (
    <section className="panel">
      <EmptyNote title={t('store.elsewhere', { kind })} />
    </section>
  )
}

function ReadOnly() {
  const { t } = useTranslation()
  return (
    <section className="panel">
      <EmptyNote title={t('put.forbidden')}>{t('error.forbidden.who')}</EmptyNote>
    </section>
  )
}

/** A document with the fields that must be given, for the empty text. */
function exampleOf(r: Resource): string {
  const given = r.fields.filter((f) => f.derived === undefined).slice(0, 5)
  return JSON.stringify(Object.fromEntries(given.map((f) => [f.name, /^(int|float)/.test(f.type) ? 1 : /^list/.test(f.type) ? [] : f.type === 'bool' ? true : '…'])))
}
