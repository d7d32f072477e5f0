import { useTranslation } from 'react-i18next'
import { useImporters } from '@/api/importers'
import type { Import } from '@/api/types'
import { Panel } from '@/components/panel'
import { Table } from '@/components/table'
import { ImportUses } from '@/features/team/import-uses'

/** What the live version brings from other teams and who imports of this one; nothing where neither is. */
export function Imports({ team, imports }: { team: string; imports: readonly Import[] }) {
  const { t } = useTranslation()
  const uses = useImporters(team).data?.uses ?? []
  return (
    <>
      {imports.length > 0 && (
        <Panel title={t('import.title')} count={imports.length}>
          <Table label={t('import.title')} columns={[{ name: t('import.from') }, { name: t('import.version') }, { name: t('importer.names') }]}>
            {imports.map((i) => (
              <tr key={`${i.team}/${i.project}@${i.version}`} data-import={`${i.team}/${i.project}`}>
                <td className="mono">
                  <strong>
                    {i.team}/{i.project}
                  </strong>
                </td>
                <td className="mono">v{i.version}</td>
                <td className="mono fill">{i.names.join(', ')}</td>
              </tr>
            ))}
          </Table>
        </Panel>
      )}
      {uses.length > 0 && <ImportUses uses={uses} />}
    </>
  )
}
