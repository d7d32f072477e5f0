import { Link } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import type { ResourceNow } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { isTrouble, lookOf } from '@/components/state'
import { BoneRows, Table, type Column } from '@/components/table'
import { count } from '@/lib/format'
import { useResources } from './use-resources'

function useColumns(): readonly Column[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { name: t('resource.name') },
      { name: t('resource.state') },
      { name: t('resource.docs'), num: true },
      { name: t('resource.lag'), num: true, title: t('resource.lag.tip') },
    ],
    [t],
  )
}

/** What is not as it should be; when all is, one quiet line. */
export function ResourcesNotOk({ team }: { team: string }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const known = useLive<string[]>(keys.resources(team)) !== undefined
  const all = useResources(team)
  const bad = all.filter((r) => isTrouble(r.state))
  return (
    <Panel
      title={t('resource.notok')}
      count={known ? bad.length : undefined}
      tools={
        <Link to="/t/$team/resources" params={{ team }}>
          {t('resource.all')}
        </Link>
      }
    >
      {known && bad.length === 0 ? (
        all.length === 0 ? (
          <EmptyNote title={t('resource.none')} />
        ) : (
          <div className="note tone-normal" style={{ borderLeftColor: 'transparent' }}>
            <span className="glyph" aria-hidden="true">
              ●
            </span>
            <span className="dim">{t('resource.allok', { n: all.length })}</span>
          </div>
        )
      ) : (
        <Table label={t('resource.notok')} columns={columns}>
          {!known && <BoneRows rows={2} columns={columns} />}
          {bad.map((r) => (
            <ResourceRow key={r.name} team={team} r={r} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

const ResourceRow = memo(function ResourceRow({ team, r }: { team: string; r: ResourceNow }) {
  return (
    <tr className={lookOf(r.state)?.tone} data-trouble="true">
      <td>
        <Link to="/t/$team/resources/$resource" params={{ team, resource: r.name }} className="cell-link">
          {r.name}
        </Link>
      </td>
      <td>
        <StateMark state={r.state} />
      </td>
      <td className="num">
        {r.store ? <span className="dim">–</span> : <Q live of={count(r.docs)} />}
      </td>
      <td className="num">
        {r.store ? <span className="dim">–</span> : <Q live of={count(r.lag)} />}
      </td>
    </tr>
  )
})
