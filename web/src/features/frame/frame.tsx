import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { onExpired } from '@/api/client'
import { useOverviewTopic, useSocketLife, useWake } from '@/api/live'
import { live } from '@/api/live/store'
import { EXPIRED } from '@/api/session'
import { Icon, Logo } from '@/components/icons'
import { ExpiredSession } from '@/features/session/expired'
import { ConnectionBanner, useStale } from './banner'
import { LiveIndicator } from './live-indicator'
import { LangSwitch, TeamSwitch, ThemeSwitch, UserMenu, ZoneSwitch } from './menus'
import { Palette } from './palette'
import { ShortcutsHelp, useShortcuts } from './shortcuts'
import { Sidebar } from './sidebar'

const mac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Everything around a page: navigation, team, connection, settings, palette. */
export function Frame({ team, children }: { team: string; children: ReactNode }) {
  const { t } = useTranslation()
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  const openPalette = useCallback(() => setPalette(true), [])
  const openHelp = useCallback(() => setHelp(true), [])
  useShortcuts(team, { palette: openPalette, help: openHelp, busy: palette || help })
  useSocketLife()
  useWake()
  // The frame itself follows the Overview: its age is the age of everything shown.
  useOverviewTopic(team)
  useEffect(() => onExpired(() => live.set(EXPIRED, true)), [])
  const stale = useStale()
  return (
    <div className="frame" data-stale={stale}>
      <header className="topbar">
        <Link to="/t/$team/overview" params={{ team }} className="brand" aria-label="Riffle">
          <Logo /> <span>Riffle</span>
        </Link>
        <TeamSwitch team={team} />
        <button className="finder" onClick={openPalette}>
          <Icon name="search" />
          <span>{t('palette.hint')}</span>
          <span className="kbd">{mac ? '⌘ K' : 'Ctrl K'}</span>
        </button>
        <span className="grow" />
        <LiveIndicator team={team} />
        <ZoneSwitch />
        <LangSwitch />
        <ThemeSwitch />
        <UserMenu />
      </header>
      <Sidebar team={team} />
      <div className="main">
        <ConnectionBanner />
        <main className="scroll" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Palette team={team} opened={palette} close={() => setPalette(false)} />
      <ShortcutsHelp opened={help} close={() => setHelp(false)} />
      <ExpiredSession />
    </div>
  )
}
