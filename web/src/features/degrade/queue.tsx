import { useTranslation } from 'react-i18next'
import type { Degradation } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { count, millis, NONE, percent } from '@/lib/format'

const REASONS = ['hopeless', 'displaced', 'late', 'full', 'gone'] as const

/** Who waits for the machine, for how long, and who was not let in. */
export function Queue({ d }: { d: Degradation | undefined }) {
  const { t } = useTranslation()
  const bone = <span className="bone" style={{ width: 52 }} />
  const q = d?.queue
  const rows: readonly (readonly [string, string, string, React.ReactNode])[] = [
    ['waiting', t('degrade.queue.waiting'), t('degrade.queue.waiting.tip'), q && <Q live of={count(q.waiting)} />],
    ['oldest', t('degrade.queue.oldest'), t('degrade.queue.oldest.tip'), q && <Q live of={q.waiting > 0 ? millis(q.oldest_ms) : { figure: NONE, unit: '' }} />],
    ['room', t('degrade.queue.room'), t('degrade.queue.room.tip'), q && <span className="live">{q.room_ms > 0 ? <Q live of={percent(q.under_ms / q.room_ms)} /> : t('degrade.queue.room.none')}</span>],
    ['entered', t('degrade.queue.entered'), t('degrade.queue.entered.tip'), q && <Q live of={count(q.entered)} />],
    ['waited', t('degrade.queue.waited'), t('degrade.queue.waited.tip'), q && <Q live of={count(q.waited)} />],
    ['p99', t('degrade.queue.p99'), t('degrade.queue.p99.tip'), q && <Q live of={q.waited > 0 ? millis(q.wait_p99_ms) : { figure: NONE, unit: '' }} />],
    ...REASONS.map((why) => [why, t(`degrade.queue.${why}`), t(`degrade.queue.${why}.tip`), q && <Q live of={count(q.refused[why])} />] as const),
  ]
  return (
    <Panel title={t('degrade.queue')}>
      <dl className="facts two body" data-queue>
        {rows.map(([key, name, tip, value]) => (
          <div key={key} className="pair" title={tip} data-fact={key}>
            <dt>{name}</dt>
            <dd>{value ?? bone}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
