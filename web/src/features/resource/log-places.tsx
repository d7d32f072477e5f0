import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogPlaces } from '@/api/logs'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table, type Column } from '@/components/table'
import { count } from '@/lib/format'

/** Where pipelines write lines to behind their answers, and what became of them; nothing where none does. */
export function LogPlaces({ team }: { team: string }) {
  const { t } = useTranslation()
  const places = useLogPlaces(team).data?.items ?? []
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('log.to') },
      { name: t('log.written'), num: true },
      { name: t('log.failed'), num: true, title: t('log.failed.tip') },
      { name: t('log.dropped'), num: true, title: t('log.dropped.tip') },
      { name: t('log.waiting'), num: true },
      { name: t('log.error') },
    ],
    [t],
  )
  if (places.length === 0) return null
  return (
    <Panel title={t('log.title')} count={places.length} tools={<span className="dim small">{t('log.since')}</span>}>
      <Table label={t('log.title')} columns={columns}>
        {places.map((p) => (
          <tr key={p.to} data-log={p.to} data-trouble={Boolean(p.error)} className={p.error ? 'tone-bad' : undefined}>
            <td className="mono">{p.to}</td>
            {[p.written, p.failed, p.dropped, p.waiting].map((n, i) => (
              <td key={i} className="num">
                <Q live of={count(n)} />
              </td>
            ))}
            <td className="fill dim">{p.error}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
