import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useRole } from '@/api/session'
import { useAddMember, useMembers, useRemoveMember, useSetRole } from '@/api/team'
import type { Member, Role } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'
import { WhenAgo } from '@/components/when'
import { Secret } from '@/features/team/secret'
import { TeamTabs } from '@/features/team/tabs'
import { ROLES } from '@/features/team/roles'

const route = getRouteApi('/t/$team/settings/members')

export default function MembersPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const owner = useRole(team) === 'owner'
  const query = useMembers(team)
  const setRole = useSetRole(team)
  const remove = useRemoveMember(team)
  const [leaving, setLeaving] = useState<string | null>(null)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('member.login') },
      { name: t('member.name') },
      { name: t('member.role') },
      { name: t('member.since') },
      ...(owner ? [{ name: t('member.action') }] : []),
    ],
    [t, owner],
  )
  const table = (rows: ReactNode) => (
    <Table label={t('nav.members')} columns={columns}>
      {rows}
    </Table>
  )
  const failed = setRole.error ?? remove.error
  return (
    <Page title={t('nav.members')} team={team} crumbs={[{ name: t('nav.team') }]}>
      <TeamTabs team={team} />
      {owner && <AddMember team={team} />}
      <Panel title={t('nav.members')} count={query.data?.items.length}>
        {failed && <ErrorNote error={failed} />}
        <Loaded query={query} skeleton={table(<BoneRows rows={3} columns={columns} />)}>
          {(page) =>
            page.items.length === 0 ? (
              <EmptyNote title={t('member.none')} />
            ) : (
              table(
                page.items.map((m) => (
                  <MemberRow key={m.login} m={m} owner={owner} change={(role) => setRole.mutate({ login: m.login, role })} remove={() => setLeaving(m.login)} />
                )),
              )
            )
          }
        </Loaded>
      </Panel>
      <Confirm
        opened={leaving !== null}
        title={t('member.remove.title', { login: leaving ?? '' })}
        effect={t('member.remove.ask', { login: leaving ?? '', team })}
        action={t('action.remove')}
        close={() => setLeaving(null)}
        run={() => leaving !== null && remove.mutate(leaving)}
      />
    </Page>
  )
}

interface MemberRowProps {
  m: Member
  owner: boolean
  change: (role: Role) => void
  remove: () => void
}

function MemberRow({ m, owner, change, remove }: MemberRowProps) {
  const { t } = useTranslation()
  const me = useMe().data?.login === m.login
  return (
    <tr data-member={m.login}>
      <td>
        <strong>{m.login}</strong>
      </td>
      <td>{m.name}</td>
      <td>
        {owner && !me ? (
          <select className="input small" aria-label={`${t('member.role')}: ${m.login}`} value={m.role} onChange={(e) => change(e.target.value as Role)}>
            {ROLES.map((r) => (
              <option key={r} value={r}>
                {t(`role.${r}`)}
              </option>
            ))}
          </select>
        ) : (
          t(`role.${m.role}`)
        )}
      </td>
      <td className="dim">
        <WhenAgo at={m.created_at} />
      </td>
      {owner && (
        <td>
          {!me && (
            <button className="button" onClick={remove}>
              {t('action.remove')}
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

function AddMember({ team }: { team: string }) {
  const { t } = useTranslation()
  const [login, setLogin] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [made, setMade] = useState<{ login: string; password: string } | null>(null)
  const add = useAddMember(team)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    add.mutate(
      { login: login.trim(), role },
      {
        onSuccess: (m) => {
          setLogin('')
          setMade(m.password ? { login: m.login, password: m.password } : null)
        },
      },
    )
  }
  return (
    <Panel title={t('member.add')}>
      <form className="body row-of" onSubmit={submit}>
        <label className="field">
          <span>{t('member.login')}</span>
          <input className="input" required maxLength={60} autoCapitalize="none" spellCheck={false} value={login} onChange={(e) => setLogin(e.target.value)} />
        </label>
        <label className="field">
          <span>{t('member.role')}</span>
          <select className="input" value={role} onChange={(e) => setRole(e.target.value as Role)}>
            {ROLES.map((r) => (
              <option key={r} value={r}>
                {t(`role.${r}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="button primary foot" type="submit" disabled={add.isPending || login.trim() === ''}>
          {t('member.add')}
        </button>
        <span className="dim foot">{t('member.add.hint')}</span>
      </form>
      {add.error && <ErrorNote error={add.error} />}
      {made && <Secret label={t('member.password', { login: made.login })} value={made.password} close={() => setMade(null)} />}
    </Panel>
  )
}
