import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatistics } from '@/api/resources'
import type { Resource, ResourceField, ResourceStatistics } from '@/api/types'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Table, type Column } from '@/components/table'
import { cell } from '@/features/run/cell'
import { count, exact, NONE, percent, plain } from '@/lib/format'

/** The fields as declared, and what the documents hold in them. */
export function SchemaTable({ team, resource }: { team: string; resource: Resource }) {
  const { t } = useTranslation()
  const stats = useStatistics(team, resource.name, resource.store === undefined)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('schema.field') },
      { name: t('schema.kind') },
      { name: t('schema.type') },
      { name: t('schema.how'), title: t('schema.how.tip') },
      { name: t('schema.null'), num: true, title: t('schema.null.tip') },
      { name: t('schema.distinct'), num: true },
      { name: t('schema.range') },
      { name: t('schema.common') },
    ],
    [t],
  )
  const of = new Map(stats.data?.fields.map((f) => [f.name, f]))
  const part = stats.data && stats.data.looked < stats.data.docs
  return (
    <Panel
      title={t('schema.title')}
      count={resource.fields.length}
      tools={part && <span className="dim small">{t('schema.looked', { looked: plain(count(stats.data.looked)), docs: plain(count(stats.data.docs)) })}</span>}
    >
      {stats.error && <ErrorNote error={stats.error} retry={() => void stats.refetch()} />}
      <Table label={t('schema.title')} columns={columns}>
        {resource.fields.map((f) => (
          <FieldRow key={f.name} f={f} stats={stats.data} of={of.get(f.name)} pending={stats.isLoading} />
        ))}
      </Table>
    </Panel>
  )
}

interface FieldRowProps {
  f: ResourceField
  stats: ResourceStatistics | undefined
  of: ResourceStatistics['fields'][number] | undefined
  pending: boolean
}

function FieldRow({ f, stats, of, pending }: FieldRowProps) {
  const { t } = useTranslation()
  const how = [f.analyzer, f.metric, f.derived && t('schema.derived', { by: f.derived }), f.default !== undefined && t('run.default', { value: cell(f.default) })].filter(Boolean).join(' · ')
  const bone = <span className="bone" style={{ width: 40 }} />
  const empty = of && stats && stats.looked > 0 ? of.null / stats.looked : null
  return (
    <tr data-field={f.name}>
      <td className="mono">
        <strong>{f.name}</strong>
      </td>
      <td>{t(`field.${f.kind}`)}</td>
      <td className="mono dim">{f.type}</td>
      <td className="dim">{how || NONE}</td>
      <td className="num">{pending ? bone : empty === null ? NONE : plain(percent(empty))}</td>
      <td className="num">{pending ? bone : of && of.distinct > 0 ? plain(count(of.distinct)) : NONE}</td>
      <td className="dim">{of?.min !== undefined && of.max !== undefined ? `${figure(of.min)} … ${figure(of.max)}` : NONE}</td>
      <td className="fill dim">
        {of?.common?.slice(0, 6).map((c) => (
          <span key={c.value} className="common">
            <span className="ink">{c.value}</span> {plain(count(c.count))}
          </span>
        ))}
      </td>
    </tr>
  )
}

/** A bound of a range: a number with its thousands told apart, anything else as it is. */
function figure(value: unknown): string {
  return typeof value === 'number' ? exact(value) : cell(value)
}
