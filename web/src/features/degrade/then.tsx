import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Degradation, DegradationEvent } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { StateMark } from '@/components/state-mark'
import { Table } from '@/components/table'
import { When } from '@/components/when'
import { percent, plain, rate } from '@/lib/format'
import { cores, planTold } from './told'
import { whyTold } from './why-told'

interface ThenProps {
  at: number
  /** What was last told up to that moment. */
  then: DegradationEvent | undefined
  now: Degradation | undefined
  back: () => void
}

/** A moment of the past beside now, so that nobody takes the one for the other. */
export function Then({ at, then, now, back }: ThenProps) {
  const { t } = useTranslation()
  const full = t('degrade.plan.full')
  const late = (low: number, high: number) => `${plain(percent(low))} – ${plain(percent(high))}`
  const deepest = now?.tiers.reduce((worst, x) => (x.gain < worst.gain ? x : worst))
  const rows: readonly (readonly [string, (e: DegradationEvent) => ReactNode, (d: Degradation) => ReactNode])[] = [
    [t('degrade.state'), (e) => <StateMark state={e.to} />, (d) => <StateMark state={d.state} />],
    [t('degrade.why'), (e) => whyTold(t, e.why), (d) => whyTold(t, d.why)],
    [t('degrade.rate'), (e) => plain(rate(e.rate)), (d) => plain(rate(d.rate))],
    [t('degrade.need'), (e) => cores(e.need), (d) => cores(d.need)],
    [t('degrade.budget'), (e) => cores(e.budget), (d) => cores(d.budget)],
    [t('degrade.full'), (e) => plain(percent(e.full)), (d) => plain(percent(d.full))],
    [t('degrade.late'), (e) => late(e.late_low, e.late_high), (d) => late(d.late_low, d.late_high)],
    [t('degrade.deepest'), (e) => planTold(full, e.plan), () => planTold(full, deepest ? (deepest.deeper > 0 ? deepest.deeper_plan : deepest.plan) : '')],
  ]
  return (
    <section className="panel then" aria-label={t('degrade.then')} data-then={then?.to ?? 'none'}>
      <header>
        <h2>
          {t('degrade.then')} <When at={at} full />
        </h2>
        <span className="grow" />
        <button className="button primary" type="button" onClick={back}>
          {t('degrade.now.back')}
        </button>
      </header>
      {then === undefined ? (
        <EmptyNote title={t('degrade.then.none')} />
      ) : (
        <Table label={t('degrade.then')} columns={[{ name: '' }, { name: t('degrade.then.column') }, { name: t('degrade.now') }]}>
          {rows.map(([name, of, current]) => (
            <tr key={name}>
              <td className="dim">{name}</td>
              <td>
                <strong>{of(then)}</strong>
              </td>
              <td className="dim fill">{now ? current(now) : '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
