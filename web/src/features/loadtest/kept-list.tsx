import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadTests } from '@/api/loadtests'
import { Q } from '@/components/q'
import type { Column } from '@/components/table'
import { When } from '@/components/when'
import { KeptList } from '@/features/kept/list'
import { count, millis, NONE, percent } from '@/lib/format'
import { opensLink } from '@/lib/row-link'
import { VerdictMark } from './verdict-mark'

/** The kept load tests, newest first; two that are ticked can be compared. */
export function KeptLoadTests({ team, scene }: { team: string; scene: string | undefined }) {
  const { t } = useTranslation()
  const query = useLoadTests(team, scene)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const columns = useMemo<readonly Column[]>(
    () => [
      { name: t('load.pick'), width: 60 },
      { name: t('trace.at') },
      { name: t('scene.name') },
      { name: t('load.profile') },
      { name: t('load.peak.short'), num: true },
      { name: t('load.verdict') },
      { name: 'p99', num: true },
      { name: t('load.lost'), num: true },
      { name: t('load.degraded'), num: true },
      { name: t('resource.version'), num: true },
      { name: t('run.by') },
      { name: t('load.note') },
    ],
    [t],
  )
  // The older one is A, so that B against A is what changed since.
  const [a, b] = (query.data?.items ?? []).map((r) => r.id).filter((id) => ticked.includes(id)).reverse()
  return (
    <KeptList
      title={t('load.kept')}
      query={query}
      columns={columns}
      none={t('load.none')}
      hint={t('load.none.hint')}
      tools={
        a && b ? (
          <Link className="button" to="/t/$team/loadtests/compare" params={{ team }} search={{ a, b }}>
            {t('load.compare')}
          </Link>
        ) : (
          <span className="dim">{t('load.compare.hint')}</span>
        )
      }
      row={(r) => (
        <tr key={r.id} className="link" data-loadtest={r.id} onClick={opensLink}>
          <td>
            <input
              type="checkbox"
              aria-label={t('load.pick.one', { id: r.id.slice(0, 8) })}
              checked={ticked.includes(r.id)}
              disabled={!r.result}
              onClick={(e) => e.stopPropagation()}
              onChange={(e) => setTicked(e.target.checked ? [...ticked.slice(-1), r.id] : ticked.filter((x) => x !== r.id))}
            />
          </td>
          <td>
            <Link to="/t/$team/loadtests/$id" params={{ team, id: r.id }}>
              <When at={r.at} />
            </Link>
          </td>
          <td>{r.scene}</td>
          <td>{t(`load.profile.${r.kind as 'constant'}`)}</td>
          <td className="num">
            <Q of={count(r.peak)} />
          </td>
          <td>
            <VerdictMark of={r.result ?? r.state} />
            {r.result && r.state === 'aborted' && <span className="dim"> · {t('load.aborted')}</span>}
          </td>
          <td className="num">{r.result ? <Q of={millis(r.p99_ms)} /> : NONE}</td>
          <td className="num">{r.result ? <Q of={percent(r.lost)} /> : NONE}</td>
          <td className="num">{r.result ? <Q of={percent(r.degraded)} /> : NONE}</td>
          <td className="num">{r.version}</td>
          <td className="dim">{r.by}</td>
          <td className="dim">{r.note}</td>
        </tr>
      )}
    />
  )
}
