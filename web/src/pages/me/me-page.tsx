import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/session'
import { EmptyNote } from '@/components/notes'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { settings, useSettings, type Settings } from '@/lib/settings'
import { zoneName } from '@/lib/time'

/** The reader, the reader's teams, and what this browser keeps of the reader's taste. */
export default function MePage() {
  const { t } = useTranslation()
  const { data: me } = useMe()
  const now = useSettings()
  return (
    <Page title={me?.name || me?.login || t('nav.me')}>
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
        </Panel>
        <Panel title={t('me.settings')}>
          <div className="body stack">
            <Choice name="theme" label={t('frame.theme')} now={now} of={{ system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') }} />
            <Choice name="lang" label={t('me.lang')} now={now} of={{ en: 'English', zh: '中文' /* lang-name */ }} />
            <Choice name="zone" label={t('me.zone')} now={now} of={{ local: `${t('me.zone.local')} (${zoneName('local', Date.now())})`, utc: 'UTC' }} />
            <Choice name="density" label={t('me.density')} now={now} of={{ compact: t('me.density.compact'), comfortable: t('me.density.comfortable') }} />
          </div>
        </Panel>
      </div>
    </Page>
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
