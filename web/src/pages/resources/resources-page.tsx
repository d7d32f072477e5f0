import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { useResourceList } from '@/api/resources'
import type { Resource, ResourceNow } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { isTrouble, lookOf } from '@/components/state'
import { BoneRows, Table, type Column } from '@/components/table'
import { LogPlaces } from '@/features/resource/log-places'
import { bytes, count } from '@/lib/format'
import { saidAnew } from '@/lib/i18n/refused'

const route = getRouteApi('/t/$team/resources')

/** All resources of the live version; counts move with the board. */
export default function ResourcesPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const query = useResourceList(team)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('resource.name') },
      { name: t('resource.state') },
      { name: t('resource.docs'), num: true },
      { name: t('resource.lag'), num: true, title: t('resource.lag.tip') },
      { name: t('resource.bytes'), num: true },
      { name: t('resource.version'), num: true },
      { name: t('resource.fields') },
    ],
    [t],
  )
  const table = (rows: React.ReactNode) => (
    <Table label={t('nav.resources')} columns={columns}>
      {rows}
    </Table>
  )
  return (
    <Page title={t('nav.resources')} team={team}>
      <Panel title={t('nav.resources')} count={query.data?.items.length}>
        <Loaded query={query} skeleton={table(<BoneRows rows={4} columns={columns} />)}>
          {(page) =>
            page.items.length === 0 ? (
              <EmptyNote title={t('resource.none')}>
                {t('overview.step.write')} <code>resource</code>
              </EmptyNote>
            ) : (
              table(page.items.map((r) => <ResourceRow key={r.name} team={team} declared={r} />))
            )
          }
        </Loaded>
      </Panel>
      <LogPlaces team={team} />
    </Page>
  )
}

function ResourceRow({ team, declared }: { team: string; declared: Resource }) {
  const now = useLive<ResourceNow>(keys.resource(team, declared.name)) ?? declared
  const navigate = useNavigate()
  const to = { to: '/t/$team/resources/$resource', params: { team, resource: declared.name } } as const
  return (
    <tr
      className={`link ${lookOf(now.state)?.tone ?? ''}`}
      data-trouble={isTrouble(now.state)}
      data-resource={declared.name}
      onClick={(e) => {
        // A click on the name is the link's own; text being marked is no click.
        if (e.target instanceof Element && e.target.closest('a')) return
        if (window.getSelection()?.isCollapsed === false) return
        void navigate(to)
      }}
    >
      <td>
        <Link {...to} className="cell-link">
          {declared.name}
        </Link>
      </td>
      <td title={declared.message && saidAnew(declared.message)}>
        <StateMark state={now.state} />
      </td>
      <td className="num">
        {declared.store ? <Unknown /> : <Q live of={count(now.docs)} />}
      </td>
      <td className="num">
        {declared.store ? <Unknown /> : <Q live of={count(now.lag)} />}
      </td>
      <td className="num">
        {declared.store ? <Unknown /> : <Q live of={bytes(now.bytes)} />}
      </td>
      <td className="num dim">v{declared.version}</td>
      <td className="dim fields" title={declared.fields.map((f) => `${f.name}: ${f.type}`).join('\n')}>
        {declared.fields.map((f) => f.name).join(', ')}
      </td>
    </tr>
  )
}

/** What only a team's own store knows. */
function Unknown() {
  const { t } = useTranslation()
  return (
    <span className="dim" title={t('store.unknown')}>
      –
    </span>
  )
}
