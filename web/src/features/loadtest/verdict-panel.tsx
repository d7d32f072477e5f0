import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoadReport, LoadSums } from '@/api/types'
import { Facts } from '@/components/facts'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table, type Column } from '@/components/table'
import { count, millis, percent } from '@/lib/format'
import { VerdictMark } from './verdict-mark'

/** What became of the requests so far. */
export function SumsStrip({ sums }: { sums: LoadSums }) {
  const { t } = useTranslation()
  const told = sums.ok + sums.late + sums.shed + sums.failed + sums.unsent
  return (
    <Facts
      of={[
        [t('load.due'), <Q key="due" of={count(sums.due)} />],
        [t('load.ok'), <Q key="ok" of={count(sums.ok)} />],
        [t('load.late'), <Q key="late" of={count(sums.late)} />],
        [t('load.shed'), <Q key="shed" of={count(sums.shed)} />],
        [t('load.errors'), <Q key="failed" of={count(sums.failed)} />],
        [t('load.unsent'), <Q key="unsent" of={count(sums.unsent)} />],
        [t('load.lost'), <Q key="lost" of={percent(told > 0 ? (told - sums.ok) / told : null)} />],
        [t('load.degraded'), <Q key="degraded" of={percent(sums.read > 0 ? sums.degraded / sums.read : null)} />],
      ]}
    />
  )
}

/** The verdict with its checks, each with its interval and what it should be; and why, where the run says nothing. */
export function VerdictPanel({ report }: { report: LoadReport }) {
  const { t } = useTranslation()
  const columns = useMemo<readonly Column[]>(
    () => [{ name: t('load.check') }, { name: t('load.verdict') }, { name: t('load.is'), num: true }, { name: t('load.interval'), num: true }, { name: t('load.want'), num: true }],
    [t],
  )
  const { verdict } = report
  return (
    <Panel title={t('load.verdict')} tools={<VerdictMark of={verdict.result} />}>
      {verdict.why.length > 0 && (
        <ul className="body plain-list" data-why={verdict.why.length}>
          {verdict.why.map((w) => (
            <li key={w.code}>{t(`load.why.${w.code}`, { is: w.code === 'lag' ? w.is.toFixed(1) : w.is, of: w.of })}</li>
          ))}
        </ul>
      )}
      <Table label={t('load.verdict')} columns={columns}>
        {verdict.checks.map((c) => {
          const show = c.name === 'p99_ms' ? millis : percent
          return (
            <tr key={c.name} data-check={c.name}>
              <td>{t(`load.check.${c.name}`)}</td>
              <td>
                <VerdictMark of={c.result} />
              </td>
              <td className="num">
                <Q of={show(c.is)} />
              </td>
              <td className="num">
                <Q of={show(c.low)} /> – <Q of={show(c.high)} />
              </td>
              <td className="num">
                ≤ <Q of={show(c.want)} />
              </td>
            </tr>
          )
        })}
      </Table>
    </Panel>
  )
}

/** Times from the moment meant and from the send, the generator's own lag, statuses, tiers, levels and what was off. */
export function ReportTables({ report }: { report: LoadReport }) {
  const { t } = useTranslation()
  const times = useMemo<readonly Column[]>(
    () => [{ name: t('load.times') }, ...['p50', 'p90', 'p99', 'p99.9', t('load.max')].map((name) => ({ name, num: true }))],
    [t],
  )
  const shares = useMemo<readonly Column[]>(() => [{ name: t('load.what') }, { name: t('load.n'), num: true }, { name: t('load.share'), num: true }], [t])
  const answers = report.statuses.reduce((sum, s) => sum + s.n, 0)
  const row = (key: string, name: string, n: number, of: number) => (
    <tr key={key}>
      <td>{name}</td>
      <td className="num">
        <Q of={count(n)} />
      </td>
      <td className="num">
        <Q of={percent(of > 0 ? n / of : null)} />
      </td>
    </tr>
  )
  return (
    <>
      <Panel title={t('load.times')}>
        <Table label={t('load.times')} columns={times}>
          {([['latency', t('load.meant')], ['service', t('load.sent')], ['lag', t('load.lag')]] as const).map(([key, name]) => {
            const s = report[key]
            return (
              <tr key={key}>
                <td>{name}</td>
                {[s.p50_ms, s.p90_ms, s.p99_ms, s.p999_ms, s.max_ms].map((v, i) => (
                  <td key={i} className="num">
                    <Q of={millis(s.n > 0 ? v : null)} />
                  </td>
                ))}
              </tr>
            )
          })}
        </Table>
      </Panel>
      <div className="split">
        <Panel title={t('load.statuses')}>
          <Table label={t('load.statuses')} columns={shares}>
            {report.statuses.map((s) => row(String(s.status), s.status === 0 ? t('load.noanswer') : String(s.status), s.n, answers))}
            {report.tiers.map((tier) => row(`tier ${tier.tier}`, t('load.tier.lost', { tier: tier.tier }), tier.lost, tier.sent))}
          </Table>
        </Panel>
        <Panel title={t('load.levels')} count={t('load.levels.of', { n: report.sums.read })}>
          <Table label={t('load.levels')} columns={shares}>
            {report.levels.map((l) => row(`L${l.level}`, l.level === 0 ? t('load.full') : `L${l.level}`, l.n, report.sums.read))}
            {report.off.map((o) => row(o.node, t('load.off', { node: o.node }), o.n, report.sums.read))}
          </Table>
        </Panel>
      </div>
      {report.errors.length > 0 && (
        <Panel title={t('load.errors')}>
          <ul className="body plain-list mono">
            {report.errors.map((e) => (
              <li key={e}>{e}</li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
