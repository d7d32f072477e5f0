import { useTranslation } from 'react-i18next'
import type { Degradation } from '@/api/types'
import { Panel } from '@/components/panel'
import { StateMark } from '@/components/state-mark'
import { lookOf } from '@/components/state'
import { When } from '@/components/when'
import { count, percent, plain } from '@/lib/format'
import { Hands } from './hands'
import { Hold } from './hold'
import { whyTold } from './why-told'

/** The way that a scene goes; shedding and frozen stand beside it. */
const PATH = ['normal', 'degraded', 'probing', 'recovering'] as const
const ASIDE = ['shedding', 'frozen'] as const

/** Where the scene stands in the machine, why, what comes next, and the hand that may hold it. */
export function StateStrip({ team, scene, d }: { team: string; scene: string; d: Degradation | undefined }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('degrade.state')} tools={d && <Hands team={team} scene={scene} d={d} />}>
      {d ? (
        <div className="body stack" data-degrade-state={d.state} data-mode={d.mode}>
          <p className="machine">
            {PATH.map((s) => (
              <Step key={s} state={s} d={d} />
            ))}
            <span className="aside">
              {ASIDE.map((s) => (
                <Step key={s} state={s} d={d} />
              ))}
            </span>
          </p>
          <p>
            <strong>
              <StateMark state={d.state} suffix={d.level > 0 ? ` L${d.level}` : ''} />
            </strong>{' '}
            <span className="dim">
              {t('degrade.since')} <When at={d.since} />
            </span>
            {d.why !== '' && (
              <>
                {' · '}
                <span className="live" data-why>
                  {whyTold(t, d.why)}
                </span>
              </>
            )}
            <Next d={d} />
          </p>
          <p className="dim" data-proof>
            {d.n > 0 ? t('degrade.proof', { late: plain(percent(d.late)), low: plain(percent(d.late_low)), high: plain(percent(d.late_high)), n: plain(count(d.n)), enter: plain(percent(d.enter)), exit: plain(percent(d.exit)) }) : t('degrade.proof.none')}
          </p>
          {d.mode !== 'act' && (
            <p className="state wraps tone-slow" role="status" data-watch>
              <span className="glyph" aria-hidden="true">
                ▲
              </span>
              {t(d.mode === 'off' ? 'degrade.mode.off' : 'degrade.mode.watch', { n: plain(count(d.would)) })}
            </p>
          )}
          {d.alarm && (
            <p className="state wraps tone-bad" role="alert">
              <span className="glyph" aria-hidden="true">
                ✕
              </span>
              {t('degrade.alarm', { n: d.reversals })}
            </p>
          )}
          {d.override && <Hold o={d.override} />}
          {d.failed && (
            <p className="state wraps tone-slow">
              <span className="glyph" aria-hidden="true">
                ▲
              </span>
              {t('degrade.failed', { why: d.failed })}
            </p>
          )}
          {!d.kept && (
            <p className="state wraps tone-slow" role="status">
              <span className="glyph" aria-hidden="true">
                ▲
              </span>
              {t('degrade.unkept')}
            </p>
          )}
        </div>
      ) : (
        <div className="body stack" aria-hidden="true" style={{ minHeight: 62 }}>
          <span className="bone" style={{ width: 320 }} />
          <span className="bone" style={{ width: 480 }} />
        </div>
      )}
    </Panel>
  )
}

/** A state of the machine; while recovering the rungs stand behind it. */
function Step({ state, d }: { state: (typeof PATH)[number] | (typeof ASIDE)[number]; d: Degradation }) {
  const { t } = useTranslation()
  const look = lookOf(state)
  const now = d.state === state
  return (
    <span className={`step ${now ? `now ${look?.tone ?? ''}` : ''}`} aria-current={now ? 'step' : undefined}>
      <span className="glyph" aria-hidden="true">
        {look?.glyph}
      </span>
      {look && t(look.word)}
      {state === 'recovering' && (
        <span className="rungs">
          {d.ramp.map((share, i) => (
            <span key={share} className={now && d.rung === i + 1 ? 'rung now' : 'rung'}>
              {Math.round(share * 100)}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

function Next({ d }: { d: Degradation }) {
  const { t } = useTranslation()
  if (d.state === 'probing' || d.state === 'recovering') {
    return d.trying > 0 ? <span className="dim"> · {t('degrade.trying', { share: plain(percent(d.trying)) })}</span> : null
  }
  if (d.state !== 'degraded' || !d.modules.some((m) => m.cause === 'slow' || m.cause === 'dead')) return null
  return <span className="dim"> · {d.next_try_s > 0 ? t('degrade.next', { s: Math.ceil(d.next_try_s) }) : t('degrade.next.soon')}</span>
}
