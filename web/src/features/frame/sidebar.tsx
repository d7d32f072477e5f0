import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '@/components/icons'
import { NAV } from './nav'

export function Sidebar({ team }: { team: string }) {
  const { t } = useTranslation()
  return (
    <nav className="sidebar" aria-label={t('nav.label')}>
      {NAV.map((group) => (
        <div key={group.word}>
          <h2>{t(group.word)}</h2>
          <ul>
            {group.items.map((item) => (
              <li key={item.to}>
                <Link to={item.to} params={{ team }} activeProps={{ className: 'active', 'aria-current': 'page' }} title={t(item.word)}>
                  <Icon name={item.icon} />
                  <span>{t(item.word)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
