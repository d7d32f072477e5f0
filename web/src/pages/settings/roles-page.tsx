import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRole } from '@/api/session'
import { Page } from '@/components/page'
import { Panel } from '@/components/panel'
import { Table } from '@/components/table'
import { RIGHTS, ROLES } from '@/features/team/roles'
import { TeamTabs } from '@/features/team/tabs'

const route = getRouteApi('/t/$team/settings/roles')

/** What each role may do, and which one the reader has. */
export default function RolesPage() {
  const { t } = useTranslation()
  const { team } = route.useParams()
  const mine = useRole(team)
  return (
    <Page title={t('nav.roles')} team={team} crumbs={[{ name: t('nav.team') }]}>
      <TeamTabs team={team} />
      <Panel title={t('nav.roles')} tools={mine && <span className="dim small">{t('roles.mine', { role: t(`role.${mine}`) })}</span>}>
        <Table label={t('nav.roles')} columns={[{ name: t('roles.right') }, ...ROLES.map((r) => ({ name: t(`role.${r}`) }))]}>
          {RIGHTS.map(({ right, from }) => (
            <tr key={right} data-right={right}>
              <td style={{ whiteSpace: 'normal' }}>{t(`right.${right}`)}</td>
              {ROLES.map((r) => {
                const may = ROLES.indexOf(r) >= ROLES.indexOf(from)
                return (
                  <td key={r} className={r === mine ? 'mine' : undefined}>
                    <span aria-hidden="true">{may ? '●' : '–'}</span>
                    <span className="hidden-label">{t(may ? 'roles.yes' : 'roles.no')}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </Table>
        <p className="body dim">{t('error.forbidden.who')}</p>
      </Panel>
    </Page>
  )
}
