import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLogout, useMe } from '@/api/session'
import { forgetLive } from '@/api/live'
import { Icon } from '@/components/icons'
import { MenuButton } from '@/components/menu'
import { settings, useSettings, type Theme } from '@/lib/settings'
import { zoneName } from '@/lib/time'

export function TeamSwitch({ team }: { team: string }) {
  const { t } = useTranslation()
  const { data: me } = useMe()
  const navigate = useNavigate()
  return (
    <MenuButton
      side="start"
      label={t('frame.team', { team })}
      face={
        <>
          {team} <Icon name="down" />
        </>
      }
      heading={t('frame.teams')}
      items={(me?.teams ?? []).map((m) => ({
        id: m.team,
        name: m.team,
        note: t(`role.${m.role}`),
        current: m.team === team,
        run: () => void navigate({ to: '/t/$team/overview', params: { team: m.team } }),
      }))}
    />
  )
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const ICON = { system: 'system', light: 'sun', dark: 'moon' } as const

export function ThemeSwitch() {
  const { t } = useTranslation()
  const { theme } = useSettings()
  const label = `${t('frame.theme')}: ${t(`theme.${theme}`)}`
  return (
    <button className="button quiet" onClick={() => settings.set('theme', NEXT[theme])} aria-label={label} title={label}>
      <Icon name={ICON[theme]} />
    </button>
  )
}

export function LangSwitch() {
  const { lang } = useSettings()
  // Each language is named in itself, so that who cannot read this one finds the way back.
  const other = lang === 'en' ? { lang: 'zh', name: '中文' } as const : ({ lang: 'en', name: 'English' } as const) // lang-name
  return (
    <button className="button quiet" lang={other.lang} onClick={() => settings.set('lang', other.lang)}>
      {other.name}
    </button>
  )
}

export function ZoneSwitch() {
  const { t } = useTranslation()
  const { zone } = useSettings()
  const name = zoneName(zone, Date.now())
  return (
    <button
      className="button quiet zone"
      onClick={() => settings.set('zone', zone === 'utc' ? 'local' : 'utc')}
      title={t('frame.zone')}
      aria-label={`${t('frame.zone')}: ${name}`}
    >
      {name}
    </button>
  )
}

export function UserMenu() {
  const { t } = useTranslation()
  const { data: me } = useMe()
  const logout = useLogout()
  const navigate = useNavigate()
  if (!me) return null
  const leave = () => {
    forgetLive()
    void navigate({ to: '/login' })
  }
  return (
    <MenuButton
      side="end"
      label={t('frame.user', { login: me.login })}
      face={
        <>
          {me.login} <Icon name="down" />
        </>
      }
      items={[
        { id: 'me', name: t('nav.me'), run: () => void navigate({ to: '/me' }) },
        { id: 'logout', name: t('action.logout'), run: () => logout.mutate(undefined, { onSuccess: leave }) },
      ]}
    />
  )
}
