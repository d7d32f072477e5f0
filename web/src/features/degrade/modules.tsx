import { useTranslation } from 'react-i18next'
import type { Degradation, DegradationModule } from '@/api/types'
import { EmptyNote } from '@/components/notes'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { BoneRows, Table, type Column } from '@/components/table'
import { millis, percent } from '@/lib/format'
import { useNarrow } from '@/lib/narrow'
import { moduleTold, NOBODY } from './module-told'
import { gain, micros } from './told'

/** Everything that can be turned: what it is worth, what it costs, whether it runs and why not. */
export function Modules({ d }: { d: Degradation | undefined }) {
  const { t } = useTranslation()
  // On a narrow screen the sentences stand above the table: beside it nobody would find them.
  const narrow = useNarrow()
  const columns: readonly Column[] = [
    { name: t('degrade.node') },
    { name: t('degrade.runs') },
    { name: t('degrade.less'), num: true, title: t('degrade.less.tip') },
    { name: t('degrade.gain'), num: true, title: t('degrade.gain.tip') },
    { name: t('degrade.cost'), num: true, title: t('degrade.cost.tip') },
    { name: 'p99', num: true },
    ...(narrow ? [] : [{ name: t('degrade.whyoff') }]),
  ]
  const off = d?.modules.filter((m) => m.less > NOBODY).length
  return (
    <Panel title={t('degrade.modules')} count={d && t('degrade.modules.n', { n: d.modules.length, off: off ?? 0 })}>
      {d?.modules.length === 0 ? (
        <EmptyNote title={t('degrade.modules.none')}>{t('degrade.modules.none.hint')}</EmptyNote>
      ) : (
        <>
        {narrow && d && (
          <ul className="body stack sentences">
            {d.modules
              .filter((m) => m.less > NOBODY)
              .map((m) => (
                <li key={m.node}>
                  <strong className="mono">{m.node}</strong> {moduleTold(t, d, m)}
                </li>
              ))}
          </ul>
        )}
        <Table label={t('degrade.modules')} columns={columns}>
          {!d && <BoneRows rows={4} columns={columns} />}
          {d?.modules.map((m) => (
            <ModuleRow key={m.node} d={d} m={m} told={!narrow} />
          ))}
        </Table>
        </>
      )}
    </Panel>
  )
}

function ModuleRow({ d, m, told }: { d: Degradation; m: DegradationModule; told: boolean }) {
  const { t } = useTranslation()
  const less = m.less > NOBODY
  const tone = !less ? 'tone-normal' : m.cause === 'slow' || m.cause === 'dead' ? 'tone-bad' : m.cause === 'by hand' ? 'tone-frozen' : 'tone-degraded'
  return (
    <tr className={tone} data-trouble={less} data-module={m.node} data-cause={m.cause ?? ''} data-less={m.less}>
      <td>
        <span className="mono">{m.node}</span>
        {m.critical && (
          <span className="dim" title={t('degrade.critical.tip')}>
            {' '}
            ◆ {t('degrade.critical')}
          </span>
        )}
      </td>
      <td>
        <span className="state">
          <span className="glyph" aria-hidden="true">
            {less ? '⊘' : '●'}
          </span>
          <span className={less ? '' : 'dim'}>{!less ? t('degrade.runs.full') : m.variant === 'off' ? t('degrade.runs.off') : m.variant}</span>
        </span>
      </td>
      <td className="num">
        <Q live of={percent(m.less)} />
      </td>
      <td className="num live">{gain(m.gain)}</td>
      <td className="num live">{micros(m.cost_us)}</td>
      <td className="num">
        <Q live of={millis(m.p99_ms > 0 ? m.p99_ms : null)} />
      </td>
      {told && <td className={less ? 'fill sentence live' : 'fill sentence dim'}>{moduleTold(t, d, m)}</td>}
    </tr>
  )
}
