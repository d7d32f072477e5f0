import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useGains } from '@/api/gains'
import type { Column } from '@/components/table'
import { When } from '@/components/when'
import { KeptList } from '@/features/kept/list'
import { NONE } from '@/lib/format'
import { opensLink } from '@/lib/row-link'
import { GainMark } from './state-mark'

/** The kept measurements, newest first. */
export function KeptGains({ team, scene }: { team: string; scene: string | undefined }) {
  const { t } = useTranslation()
  const query = useGains(team, scene)
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('trace.at') },
      { name: t('scene.name') },
      { name: t('gain.pipeline') },
      { name: t('gain.state') },
      { name: t('gain.differ'), num: true, title: t('gain.differ.tip') },
      { name: t('gain.requests'), num: true },
      { name: t('gain.measure') },
      { name: t('resource.version'), num: true },
      { name: t('run.by') },
      { name: t('load.note') },
    ],
    [t],
  )
  return (
    <KeptList
      title={t('gain.kept')}
      query={query}
      columns={columns}
      none={t('gain.none')}
      hint={t('gain.none.hint')}
      row={(r) => (
        <tr key={r.id} className="link" data-gain={r.id} onClick={opensLink}>
          <td>
            <Link to="/t/$team/gains/$id" params={{ team, id: r.id }}>
              <When at={r.at} />
            </Link>
          </td>
          <td>{r.scene}</td>
          <td className="dim">{r.pipeline}</td>
          <td>
            <GainMark state={r.state} />
          </td>
          <td className="num">{r.state === 'done' ? r.differ : NONE}</td>
          <td className="num">{r.state === 'done' ? r.requests : NONE}</td>
          <td className="dim">{r.measure ? t(`gain.measure.${r.measure}`) : NONE}</td>
          <td className="num">{r.version}</td>
          <td className="dim">{r.by}</td>
          <td className="dim">{r.note}</td>
        </tr>
      )}
    />
  )
}
