import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLimits } from '@/api/limits'
import type { Limit, LimitShares } from '@/api/types'
import { EmptyNote, ErrorNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { BoneRows, Table, type Column } from '@/components/table'
import { When } from '@/components/when'
import { count, percent, rate } from '@/lib/format'
import { keyOf, ratesOf, type Look } from './asked'

/** A look is compared with one of so long ago, in milliseconds: a single second leaps. */
const OVER_MS = 4_000

/** The written limits of a scene, the part of each that the instance that answers holds, and what is asked of it. */
export function SceneLimits({ team, scene }: { team: string; scene: string }) {
  const { t } = useTranslation()
  const query = useLimits(team)
  const shares = query.data
  const rates = useRates(shares, query.dataUpdatedAt)
  const limits = shares?.limits.filter((l) => l.scene === scene)
  const columns: readonly Column[] = [
    { name: t('limits.of') },
    { name: t('limits.written'), num: true },
    { name: t('limits.part'), num: true, title: t('limits.part.tip') },
    { name: t('limits.here'), num: true, title: t('limits.here.tip') },
    { name: t('limits.now'), num: true, title: t('limits.now.tip') },
    { name: t('limits.asked'), num: true, title: t('limits.asked.tip') },
  ]
  return (
    <Panel title={t('limits.title')} count={limits?.length} tools={shares && <Divided shares={shares} />}>
      {query.error && !shares ? (
        <ErrorNote error={query.error} retry={() => void query.refetch()} />
      ) : limits?.length === 0 ? (
        <div data-limits="none">
          <EmptyNote title={t('limits.none')}>{t('limits.none.hint')}</EmptyNote>
        </div>
      ) : (
        <Table label={t('limits.title')} columns={columns}>
          {!limits && <BoneRows rows={1} columns={columns} />}
          {limits?.map((l) => (
            <LimitRow key={keyOf(l)} l={l} now={rates.get(keyOf(l))} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function LimitRow({ l, now }: { l: Limit; now: number | undefined }) {
  const { t } = useTranslation()
  // Of a limit by key nobody can tell from the sum whether one key asks too much.
  const above = now !== undefined && !l.by_key && now > l.rate * l.part
  return (
    <tr className={above ? 'tone-slow' : undefined} data-limit={l.scene} data-tier={l.tier ?? ''} data-part={l.part} data-asked={l.asked} data-trouble={above}>
      <td>
        {l.tier ? <strong>{l.tier}</strong> : t('limits.all')}
        {l.by_key && <span className="dim"> · {t('limits.bykey')}</span>}
      </td>
      <td className="num">
        <Q of={rate(l.rate)} />
      </td>
      <td className="num">
        <Q live of={percent(l.part)} />
      </td>
      <td className="num">
        <Q live of={rate(l.rate * l.part)} />
      </td>
      <td className="num">
        {above && (
          <span className="glyph" title={t('limits.above')} role="img" aria-label={t('limits.above')}>
            ▲{' '}
          </span>
        )}
        <Q live of={rate(now ?? null)} />
      </td>
      <td className="num">
        <Q live of={count(l.asked)} />
      </td>
    </tr>
  )
}

/** Among how many instances, since when, and whether that is news. */
function Divided({ shares: s }: { shares: LimitShares }) {
  const { t } = useTranslation()
  const at = s.at && <When at={s.at} />
  if (s.failed) {
    return (
      <span className="state wraps tone-slow" role="status" data-divided="failed">
        <span className="glyph" aria-hidden="true">
          ▲
        </span>
        <span>
          {t(s.at ? 'limits.stay' : 'limits.alone')} {at}
        </span>
      </span>
    )
  }
  return (
    <span className="dim small" data-divided={s.instances}>
      {!s.at ? t('limits.undivided') : s.instances === 1 ? t('limits.one') : t('limits.among', { n: s.instances })}
    </span>
  )
}

/** Rates between this look and one some seconds ago. */
function useRates(shares: LimitShares | undefined, at: number): ReadonlyMap<string, number> {
  const [looks, setLooks] = useState<readonly Look[]>([])
  useEffect(() => {
    if (shares && at > 0) setLooks((old) => [...old.filter((l) => at - l.at <= OVER_MS && l.at < at), { at, limits: shares.limits }])
  }, [shares, at])
  const [first, last] = [looks[0], looks[looks.length - 1]]
  return last && first !== last ? ratesOf(first, last) : new Map()
}
