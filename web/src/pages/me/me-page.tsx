import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangePassword, useCreateTeam, useEndSession, useKeepSettings, useSessions, useTakeSettings } from '@/api/me'
import { useMe } from '@/api/session'
import { Loaded } from '@/components/loaded'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { BoneRows, Table, type Column } from '@/components/table'
import { WhenAgo } from '@/components/when'
import { settings, useSettings, type Settings } from '@/lib/settings'
import { zoneName } from '@/lib/time'

/** The reader, the reader's teams, and what this browser keeps of the reader's taste. */
export default function MePage() {
  const { t } = useTranslation()
  const { data: me } = useMe()
  const now = useSettings()
  return (
    <Page title={t('nav.me')} head={me && <span className="dim">{me.name && me.name !== me.login ? `${me.name} (${me.login})` : me.login}</span>}>
      <div className="split">
        <Panel title={t('me.teams')} count={me?.teams.length}>
          {me?.teams.length === 0 ? (
            <EmptyNote title={t('me.teams.none')}>{t('error.forbidden.who')}</EmptyNote>
          ) : (
            <dl className="facts body">
              {me?.teams.map((m) => (
                <div key={m.team} className="pair">
                  <dt>
                    <Link to="/t/$team/overview" params={{ team: m.team }}>
                      {m.team}
                    </Link>
                  </dt>
                  <dd>{t(`role.${m.role}`)}</dd>
                </div>
              ))}
            </dl>
          )}
          {me?.admin && <MakeTeam />}
        </Panel>
        <Panel title={t('me.settings')}>
          <div className="body stack">
            <Choice name="theme" label={t('frame.theme')} now={now} of={{ system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') }} />
            <Choice name="lang" label={t('me.lang')} now={now} of={{ en: 'English', zh: '中文' /* lang-name */ }} />
            <Choice name="zone" label={t('me.zone')} now={now} of={{ local: `${t('me.zone.local')} (${zoneName('local', Date.now())})`, utc: 'UTC' }} />
            <Choice name="density" label={t('me.density')} now={now} of={{ compact: t('me.density.compact'), comfortable: t('me.density.comfortable') }} />
            <Account now={now} />
          </div>
        </Panel>
      </div>
      <div className="split">
        <Sessions />
        <Password />
      </div>
    </Page>
  )
}

/** An administrator's way to the first team. */
function MakeTeam() {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const make = useCreateTeam()
  const navigate = useNavigate()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    make.mutate(name.trim(), { onSuccess: (team) => void navigate({ to: '/t/$team/overview', params: { team: team.name } }) })
  }
  return (
    <>
      <form className="body row-of" onSubmit={submit} data-make-team>
        <input
          className="input grow"
          aria-label={t('me.team.name')}
          placeholder={t('me.team.name')}
          required
          pattern="[a-z][a-z0-9_]*"
          title={t('me.team.hint')}
          maxLength={60}
          value={name}
          onChange={(e) => setName(e.target.value)}
        />
        <button className="button primary" type="submit" disabled={make.isPending || name.trim() === ''}>
          {t('me.team.make')}
        </button>
      </form>
      {make.error && <ErrorNote error={make.error} />}
    </>
  )
}

/** The same choices in another browser: kept with the account when asked, taken when asked. */
function Account({ now }: { now: Settings }) {
  const { t } = useTranslation()
  const keep = useKeepSettings()
  const take = useTakeSettings()
  const failed = keep.error ?? take.error
  return (
    <>
      <div className="row-of">
        <button className="button" onClick={() => keep.mutate(now)} disabled={keep.isPending}>
          {t('me.keep')}
        </button>
        <button className="button" onClick={() => take.mutate()} disabled={take.isPending}>
          {t('me.take')}
        </button>
        <span className="dim small" role="status">
          {keep.isSuccess ? t('me.kept') : take.isSuccess ? t('me.taken') : ''}
        </span>
      </div>
      {failed && <ErrorNote error={failed} />}
    </>
  )
}

function Sessions() {
  const { t } = useTranslation()
  const query = useSessions()
  const end = useEndSession()
  const columns: readonly Column[] = [{ name: t('session.begun') }, { name: t('session.expires') }, { name: t('member.action') }]
  const table = (rows: React.ReactNode) => (
    <Table label={t('session.title')} columns={columns}>
      {rows}
    </Table>
  )
  return (
    <Panel title={t('session.title')} count={query.data?.items.length}>
      {end.error && <ErrorNote error={end.error} />}
      <Loaded query={query} skeleton={table(<BoneRows rows={2} columns={columns} />)}>
        {(page) =>
          table(
            page.items.map((s) => (
              <tr key={s.id} data-session={s.id} data-current={s.current}>
                <td>
                  <WhenAgo at={s.created_at} />
                </td>
                <td className="dim">
                  <WhenAgo at={s.expires_at} />
                </td>
                <td>
                  {s.current ? (
                    <span className="dim">{t('session.current')}</span>
                  ) : (
                    <button className="button quiet" onClick={() => end.mutate(s.id)} disabled={end.isPending}>
                      {t('session.end')}
                    </button>
                  )}
                </td>
              </tr>
            )),
          )
        }
      </Loaded>
    </Panel>
  )
}

function Password() {
  const { t } = useTranslation()
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const change = useChangePassword()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    change.mutate(
      { old, new: next },
      {
        onSuccess: () => {
          setOld('')
          setNext('')
        },
      },
    )
  }
  return (
    <Panel title={t('password.title')}>
      <form className="body stack" onSubmit={submit}>
        <label className="choice">
          <span className="dim">{t('password.old')}</span>
          <input className="input" type="password" autoComplete="current-password" required value={old} onChange={(e) => setOld(e.target.value)} />
        </label>
        <label className="choice">
          <span className="dim">{t('password.new')}</span>
          <input className="input" type="password" autoComplete="new-password" required minLength={10} maxLength={200} value={next} onChange={(e) => setNext(e.target.value)} />
        </label>
        <div className="row-of">
          <button className="button" type="submit" disabled={change.isPending || next.length < 10 || old === ''}>
            {t('password.go')}
          </button>
          <span className="dim small" role="status">
            {change.isSuccess ? t('password.done') : t('password.hint')}
          </span>
        </div>
      </form>
      {change.error && <ErrorNote error={change.error} />}
    </Panel>
  )
}

interface ChoiceProps<K extends keyof Settings> {
  name: K
  label: string
  now: Settings
  of: Record<Settings[K], string>
}

function Choice<K extends keyof Settings>({ name, label, now, of }: ChoiceProps<K>) {
  return (
    <label className="choice">
      <span className="dim">{label}</span>
      <select className="input" value={now[name]} onChange={(e) => settings.set(name, e.target.value as Settings[K])}>
        {Object.entries<string>(of).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
