import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSceneTime } from '@/api/scenes'
import { Loaded } from '@/components/loaded'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { BoneRows, Table, type Column } from '@/components/table'
import { millis, percent, took } from '@/lib/format'

/** Where the time of the scene's requests goes: the critical paths of the newest, summed by node. */
export function TimeShares({ team, scene }: { team: string; scene: string }) {
  const { t } = useTranslation()
  const query = useSceneTime(team, scene)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('node.name') },
      { name: t('time.share'), num: true, title: t('time.share.tip') },
      { name: t('time.own'), num: true, title: t('time.own.tip') },
      { name: t('time.wait'), num: true, title: t('time.wait.tip') },
      { name: t('time.path'), num: true, title: t('time.path.tip') },
    ],
    [t],
  )
  const table = (rows: React.ReactNode) => (
    <Table label={t('time.title')} columns={columns}>
      {rows}
    </Table>
  )
  return (
    <Panel title={t('time.title')} count={query.data && t('time.n', { n: query.data.requests })} tools={<span className="dim small">{t('time.hint')}</span>}>
      <Loaded query={query} skeleton={table(<BoneRows rows={4} columns={columns} />)}>
        {(time) =>
          time.requests === 0 ? (
            <EmptyNote title={t('time.none')} />
          ) : (
            table(
              <>
                {time.nodes.map((n) => (
                  <tr key={n.node} data-time={n.node}>
                    <td className="mono">{n.node}</td>
                    <td className="num">
                      <Q of={percent(n.share)} />
                    </td>
                    <td className="num">
                      <Q of={took(n.own_ms)} />
                    </td>
                    <td className="num">
                      <Q of={took(n.wait_ms)} />
                    </td>
                    <td className="num">
                      <Q of={percent(n.requests / time.requests)} />
                    </td>
                  </tr>
                ))}
                <tr className="dim">
                  <td>{t('time.rest')}</td>
                  <td className="num">
                    <Q of={percent(time.rest)} />
                  </td>
                  <td className="num">
                    <Q of={millis(time.took_ms * time.rest)} />
                  </td>
                  <td />
                  <td />
                </tr>
              </>,
            )
          )
        }
      </Loaded>
    </Panel>
  )
}
