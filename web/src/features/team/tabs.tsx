import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function TeamTabs({ team }: { team: string }) {
  const { t } = useTranslation()
  const active = { className: 'active', 'aria-current': 'page' } as const
  return (
    <nav className="tabs" aria-label={t('nav.team')}>
      <Link to="/t/$team/settings/members" params={{ team }} activeProps={active}>
        {t('nav.members')}
      </Link>
      <Link to="/t/$team/settings/roles" params={{ team }} activeProps={active}>
        {t('nav.roles')}
      </Link>
      <Link to="/t/$team/settings/tokens" params={{ team }} activeProps={active}>
        {t('nav.tokens')}
      </Link>
      <Link to="/t/$team/settings/importers" params={{ team }} activeProps={active}>
        {t('nav.importers')}
      </Link>
    </nav>
  )
}
