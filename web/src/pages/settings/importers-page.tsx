import { getRouteApi } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeImporters, useImporters } from '@/api/importers'
import { useRole } from '@/api/session'
import { Confirm } from '@/components/confirm'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'
import { ImportUses } from '@/features/team/import-uses'
import { TeamTabs } from '@/features/team/tabs'

const route = getRouteApi('/t/$team/settings/importers')

/** Which teams may import what this one published, and which do. */
export default function ImportersPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const owner = useRole(team) === 'owner'
  const query = useImporters(team)
  const remove = useChangeImporters(team)
  const [leaving, setLeaving] = useState<string | null>(null)
  const columns: readonly Column[] = [{ name: t('importer.team') }, { name: t('importer.imports') }, ...(owner ? [{ name: t('member.action') }] : [])]
  const table = (rows: ReactNode) => (
    <Table label={t('importer.may')} columns={columns}>
      {rows}
    </Table>
  )
  const used = (name: string) => (query.data?.uses ?? []).filter((u) => u.team === name).map((u) => `v${u.of}`)
  return (
    <Page title={t('nav.importers')} team={team} crumbs={[{ name: t('nav.team') }]}>
      <TeamTabs team={team} />
      {owner && <AddImporter team={team} />}
      <Panel title={t('importer.may')} count={query.data?.teams.length} tools={!owner && <span className="dim small">{t('importer.owner')}</span>}>
        {remove.error && <ErrorNote error={remove.error} />}
        <Loaded query={query} skeleton={table(<BoneRows rows={2} columns={columns} />)}>
          {({ teams }) =>
            teams.length === 0 ? (
              <EmptyNote title={t('importer.none')}>{t('importer.what')}</EmptyNote>
            ) : (
              table(
                teams.map((name) => (
                  <tr key={name} data-importer={name}>
                    <td>
                      <strong>{name}</strong>
                    </td>
                    <td className="fill">{used(name).length > 0 ? <span className="mono">{used(name).join(', ')}</span> : <span className="dim">{t('importer.unused')}</span>}</td>
                    {owner && (
                      <td>
                        <button className="button" onClick={() => setLeaving(name)}>
                          {t('action.remove')}
                        </button>
                      </td>
                    )}
                  </tr>
                )),
              )
            )
          }
        </Loaded>
      </Panel>
      {query.data && query.data.uses.length > 0 && <ImportUses uses={query.data.uses} />}
      <Confirm
        opened={leaving !== null}
        title={t('importer.remove.title', { name: leaving ?? '' })}
        effect={t('importer.remove.ask', { name: leaving ?? '', team })}
        action={t('action.remove')}
        close={() => setLeaving(null)}
        run={() => leaving !== null && remove.mutate({ remove: leaving })}
      />
    </Page>
  )
}

function AddImporter({ team }: { team: string }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const add = useChangeImporters(team)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    add.mutate({ add: name.trim() }, { onSuccess: () => setName('') })
  }
  return (
    <Panel title={t('importer.add')}>
      <form className="body row-of" onSubmit={submit}>
        <label className="field">
          <span>{t('importer.team')}</span>
          <input className="input" required maxLength={40} autoCapitalize="none" spellCheck={false} value={name} onChange={(e) => setName(e.target.value)} />
        </label>
        <button className="button primary foot" type="submit" disabled={add.isPending || name.trim() === ''}>
          {t('importer.allow')}
        </button>
        <span className="dim foot">{t('importer.hint', { team })}</span>
      </form>
      {add.error && <ErrorNote error={add.error} />}
    </Panel>
  )
}
