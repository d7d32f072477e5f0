import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecorded } from '@/api/scenes'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { BoneRows, Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { millis, NONE } from '@/lib/format'
import { opensLink } from '@/lib/row-link'

/** A sample of what clients asked the scene, each with its trace where that is kept. */
export function Requests({ team, scene }: { team: string; scene: string }) {
  const { t } = useTranslation()
  const query = useRecorded(team, scene, 100)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('trace.at') },
      { name: t('trace.outcome') },
      { name: t('trace.time'), num: true },
      { name: t('trace.items'), num: true },
      { name: t('resource.version'), num: true },
      { name: t('trace.id') },
      { name: t('run.again') },
      { name: t('trace.request') },
    ],
    [t],
  )
  const table = (rows: React.ReactNode) => (
    <Table label={t('scene.tab.requests')} columns={columns}>
      {rows}
    </Table>
  )
  return (
    <Panel
      title={t('scene.tab.requests')}
      untitled
      count={query.data && t('scene.requests.n', { n: query.data.items.length })}
      tools={
        <>
          <Link to="/t/$team/traces" params={{ team }} search={{ scene }}>
            {t('scene.alltraces')}
          </Link>
          <button className="button" onClick={() => void query.refetch()} disabled={query.isFetching}>
            {t('action.refresh')}
          </button>
        </>
      }
    >
      <Loaded query={query} skeleton={table(<BoneRows rows={8} columns={columns} />)}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyNote title={t('run.norecorded')}>{t('run.norecorded.why')}</EmptyNote>
          ) : (
            table(
              page.items.map((r, i) => (
                <tr key={`${r.at}/${i}`} data-request={i} className={r.trace_id ? 'link' : undefined} onClick={opensLink}>
                  <td className="dim">
                    <When at={r.at} />
                  </td>
                  <td>
                    <StateMark state={r.outcome} />
                  </td>
                  <td className="num">
                    <Q of={millis(r.took_ms)} />
                  </td>
                  <td className="num">{r.items}</td>
                  <td className="num dim">v{r.version}</td>
                  <td>
                    {r.trace_id ? (
                      <Link className="mono" to="/t/$team/traces/$id" params={{ team, id: r.trace_id }}>
                        {r.trace_id.slice(0, 12)}
                      </Link>
                    ) : (
                      <span className="dim">{NONE}</span>
                    )}
                  </td>
                  <td>
                    {r.trace_id && (
                      <Link to="/t/$team/run" params={{ team }} search={{ target: `scene:${scene}`, again: `trace:${r.trace_id}` }}>
                        {t('run.go')}
                      </Link>
                    )}
                  </td>
                  <td className="mono clip fill" title={JSON.stringify(r.request)}>
                    {JSON.stringify(r.request)}
                  </td>
                </tr>
              )),
            )
          )
        }
      </Loaded>
    </Panel>
  )
}
