import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/api/types'
import { Facts } from '@/components/facts'
import { EmptyNote, Note } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { StateMark } from '@/components/state-mark'
import { Table, type Column } from '@/components/table'
import { bytes, count } from '@/lib/format'
import { saidAnew } from '@/lib/i18n/refused'

/** How far each slot of the log is, and how far this instance. */
export function SlotTable({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('slot.slot'), num: true },
      { name: t('slot.end'), num: true, title: t('slot.end.tip') },
      { name: t('slot.applied'), num: true, title: t('slot.applied.tip') },
      { name: t('resource.lag'), num: true, title: t('resource.lag.tip') },
      { name: t('slot.course') },
    ],
    [t],
  )
  const facts = [
    [t('resource.state'), <StateMark state={resource.state} />],
    [t('resource.docs'), <Q of={count(resource.docs)} />],
    [t('resource.lag'), <Q of={count(resource.lag)} />],
    [t('resource.bytes'), <Q of={bytes(resource.bytes)} />],
    [t('resource.version'), `v${resource.version}`],
  ] as const
  return (
    <>
      <section className="panel" aria-label={t('resource.state')}>
        <Facts of={facts} />
        {resource.message && <Note tone="tone-slow" glyph="▲" title={saidAnew(resource.message)} />}
      </section>
      <Panel title={t('slot.title')} count={resource.slots.length}>
        {resource.slots.length === 0 ? (
          <EmptyNote title={t('slot.none')} />
        ) : (
          <Table label={t('slot.title')} columns={columns}>
            {resource.slots.map((s) => {
              const lag = Math.max(0, s.end - s.applied)
              return (
                <tr key={s.slot} data-slot={s.slot} className={lag > 0 ? 'tone-slow' : undefined} data-trouble={lag > 0}>
                  <td className="num">{s.slot}</td>
                  <td className="num">{s.end}</td>
                  <td className="num">{s.applied}</td>
                  <td className="num">{lag > 0 ? lag : <span className="dim">0</span>}</td>
                  <td className="fill">
                    <span className="applied">
                      <span style={{ width: `${s.end === 0 ? 100 : (s.applied / s.end) * 100}%` }} />
                    </span>
                  </td>
                </tr>
              )
            })}
          </Table>
        )}
      </Panel>
    </>
  )
}
