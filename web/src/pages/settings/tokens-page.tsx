import '@/theme/run.css'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '@/api/session'
import { useCreateToken, useDeleteToken, useTokens } from '@/api/team'
import type { Role, Token } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'
import { WhenAgo } from '@/components/when'
import { ROLES } from '@/features/team/roles'
import { SCOPES, scopesTold } from '@/features/team/scopes'
import { Secret } from '@/features/team/secret'
import { TeamTabs } from '@/features/team/tabs'

const route = getRouteApi('/t/$team/settings/tokens')
const DAYS = [7, 30, 90, 365]

export default function TokensPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const owner = useRole(team) === 'owner'
  const query = useTokens(team)
  const revoke = useDeleteToken(team)
  const [ending, setEnding] = useState<Token | null>(null)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('token.name') },
      { name: t('member.role') },
      { name: t('token.scopes') },
      { name: t('token.by') },
      { name: t('token.expires') },
      { name: t('token.used') },
      { name: t('member.action') },
    ],
    [t],
  )
  const table = (rows: ReactNode) => (
    <Table label={t('nav.tokens')} columns={columns}>
      {rows}
    </Table>
  )
  return (
    <Page title={t('nav.tokens')} team={team} crumbs={[{ name: t('nav.team') }]}>
      <TeamTabs team={team} />
      {owner && <CreateToken team={team} />}
      <Panel title={t('nav.tokens')} count={query.data?.items.length}>
        {revoke.error && <ErrorNote error={revoke.error} />}
        <Loaded query={query} skeleton={table(<BoneRows rows={3} columns={columns} />)}>
          {(page) =>
            page.items.length === 0 ? (
              <EmptyNote title={t('token.none')} />
            ) : (
              table(page.items.map((token) => <TokenRow key={token.id} token={token} end={() => setEnding(token)} />))
            )
          }
        </Loaded>
      </Panel>
      <Confirm
        opened={ending !== null}
        title={t('token.revoke.title', { name: ending?.name ?? '' })}
        effect={t('token.revoke.ask', { name: ending?.name ?? '' })}
        action={t('action.revoke')}
        close={() => setEnding(null)}
        run={() => ending !== null && revoke.mutate(ending.id)}
      />
    </Page>
  )
}

function TokenRow({ token, end }: { token: Token; end: () => void }) {
  const { t } = useTranslation()
  return (
    <tr data-token={token.id}>
      <td>
        <strong>{token.name}</strong>
      </td>
      <td>{t(`role.${token.role}`)}</td>
      <td className="dim" title={token.scopes.join(', ')}>{token.scopes.length === 0 ? t('token.scopes.all') : scopesTold(t, token.scopes)}</td>
      <td>{token.created_by}</td>
      <td className="dim">{token.expires_at ? <WhenAgo at={token.expires_at} /> : t('token.never')}</td>
      <td className="dim">{token.last_used ? <WhenAgo at={token.last_used} /> : t('token.never')}</td>
      <td>
        <button className="button" onClick={end}>
          {t('action.revoke')}
        </button>
      </td>
    </tr>
  )
}

function CreateToken({ team }: { team: string }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [days, setDays] = useState(30)
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const create = useCreateToken(team)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    create.mutate(
      { name: name.trim(), role, scopes: [...scopes], ...(days > 0 ? { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() } : {}) },
      {
        onSuccess: (token) => {
          setName('')
          setMade(token)
        },
      },
    )
  }
  return (
    <Panel title={t('token.create')}>
      <form className="body row-of" onSubmit={submit}>
        <label className="field">
          <span>{t('token.name')}</span>
          <input className="input" required maxLength={60} value={name} onChange={(e) => setName(e.target.value)} />
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
        <label className="field">
          <span>{t('token.days')}</span>
          <select className="input" value={days} onChange={(e) => setDays(Number(e.target.value))}>
            {DAYS.map((n) => (
              <option key={n} value={n}>
                {t('token.days.n', { n })}
              </option>
            ))}
            <option value={0}>{t('token.never')}</option>
          </select>
        </label>
        <fieldset className="group scopes">
          <legend>
            {t('token.scopes')} <span className="dim">{scopes.length === 0 ? t('token.scopes.all') : ''}</span>
          </legend>
          <div className="toggles">
            {SCOPES.map((s) => (
              <label key={s} title={s} data-scope={s}>
                <input type="checkbox" checked={scopes.includes(s)} onChange={(e) => setScopes(e.target.checked ? [...scopes, s] : scopes.filter((x) => x !== s))} />
                {t(`scope.${s}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <button className="button primary foot" type="submit" disabled={create.isPending || name.trim() === ''}>
          {t('token.create')}
        </button>
      </form>
      {create.error && <ErrorNote error={create.error} />}
      {made && <Secret label={t('token.secret', { name: made.name })} value={made.secret} close={() => setMade(null)} />}
    </Panel>
  )
}
