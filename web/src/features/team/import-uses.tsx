import { useTranslation } from 'react-i18next'
import type { ImportUse } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Table } from '@/components/table'

/** Live versions of other teams that import of this one. */
export function ImportUses({ uses }: { uses: readonly ImportUse[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('importer.uses')} count={uses.length}>
      {uses.length === 0 ? (
        <EmptyNote title={t('importer.uses.none')} />
      ) : (
        <Table label={t('importer.uses')} columns={[{ name: t('importer.team') }, { name: t('importer.theirs') }, { name: t('importer.ours') }, { name: t('importer.names') }]}>
          {uses.map((u) => (
            <tr key={`${u.team} ${u.of}`} data-use={u.team}>
              <td>
                <strong>{u.team}</strong>
              </td>
              <td className="mono">v{u.version}</td>
              <td className="mono">v{u.of}</td>
              <td className="mono fill">{u.names.join(', ')}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
