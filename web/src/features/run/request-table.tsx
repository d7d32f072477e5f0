import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { runQuery } from '@/api/runs'
import { ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'
import { NONE } from '@/lib/format'
import { cell, whole } from './cell'
import { requestDiff } from './request-diff'

/** Whether two runs were asked the same, and where not, which field was what. */
export function Requests({ team, a, b }: { team: string; a: string; b: string }) {
  const { t } = useTranslation()
  const first = useQuery(runQuery(team, a))
  const second = useQuery(runQuery(team, b))
  const columns = useMemo<readonly Column[]>(() => [{ name: t('schema.field') }, { name: 'A' }, { name: 'B' }], [t])
  const diff = useMemo(() => (first.data && second.data ? requestDiff(first.data.request, second.data.request) : undefined), [first.data, second.data])
  const error = first.error ?? second.error
  const value = (v: unknown) => (
    <td className="mono clip fill-half" title={v === undefined ? t('run.none') : whole(v)}>
      {v === undefined ? <span className="dim">{t('run.none')}</span> : v === null ? 'null' : cell(v) === NONE ? '""' : cell(v)}
    </td>
  )
  const same = diff !== undefined && diff.fields.length === 0
  return (
    <Panel title={t('run.request')} count={diff && (same ? t('compare.request.same') : t('compare.request.differs', { n: diff.fields.length + diff.more }))}>
      {error ? (
        <ErrorNote error={error} />
      ) : same ? (
        <p className="body mono wrap" data-same-request>
          {JSON.stringify(first.data?.request)}
        </p>
      ) : (
        <Table label={t('run.request')} columns={columns}>
          {!diff && <BoneRows rows={1} columns={columns} />}
          {diff?.fields.map((f) => (
            <tr key={f.field} data-differs={f.field}>
              <td className="mono">
                <strong>{f.field}</strong>
              </td>
              {value(f.a)}
              {value(f.b)}
            </tr>
          ))}
          {diff !== undefined && diff.more > 0 && (
            <tr>
              <td colSpan={3} className="dim">
                {t('compare.request.more', { n: diff.more })}
              </td>
            </tr>
          )}
        </Table>
      )}
    </Panel>
  )
}
