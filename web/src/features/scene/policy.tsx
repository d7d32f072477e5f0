import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScene } from '@/api/scenes'
import type { Scene } from '@/api/types'
import { Loaded } from '@/components/loaded'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Table } from '@/components/table'
import { cell } from '@/features/run/cell'
import { millis, NONE, percent, rate } from '@/lib/format'
import { Experiments } from './experiments'

/** What the scene's declaration says: read here, written in the project. */
export function Policy({ team, scene }: { team: string; scene: string }) {
  const query = useScene(team, scene)
  return (
    <Loaded query={query} skeleton={<section className="panel bone-panel" aria-hidden="true" />}>
      {(s) => (
        <div className="stack">
          <Declaration team={team} s={s} />
          <Tiers s={s} />
          <Experiments team={team} s={s} />
          <Params s={s} />
        </div>
      )}
    </Loaded>
  )
}

function Declaration({ team, s }: { team: string; s: Scene }) {
  const { t } = useTranslation()
  const pipeline = (name: string) => (
    <Link className="mono" to="/t/$team/pipelines/$name/edit" params={{ team, name }}>
      {name}
    </Link>
  )
  const facts: [string, ReactNode, string?][] = [
    [t('policy.pipeline'), pipeline(s.pipeline)],
    [t('policy.fallback'), s.fallback ? pipeline(s.fallback) : NONE, t('policy.fallback.tip')],
    [t('policy.deadline'), <Q of={millis(s.deadline_ms)} />, t('policy.deadline.tip')],
    [t('policy.reserve'), <Q of={millis(s.reserve_ms)} />, t('policy.reserve.tip')],
    // Zero is not said: then no request counts as a timeout for being slow.
    [t('policy.slow'), s.slow_ms > 0 ? <Q of={millis(s.slow_ms)} /> : t('policy.nolimit'), t('policy.slow.tip')],
    [t('policy.class'), t(`simulate.class.${s.class}`), t('policy.class.tip')],
    [t('policy.weight'), cell(s.weight)],
    [t('policy.limit'), s.limit > 0 ? <Q of={rate(s.limit)} /> : t('policy.nolimit')],
    [t('scene.version'), `v${s.version}`],
    [t('node.where'), <span className="mono">{`${s.file}:${s.line}`}</span>],
  ]
  return (
    <Panel title={t('policy.title')} tools={<span className="dim small">{t('policy.hint')}</span>}>
      <dl className="strip" data-policy={s.name}>
        {facts.map(([name, value, tip]) => (
          <div key={name} title={tip}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Tiers({ s }: { s: Scene }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('policy.tiers')} count={s.tiers.length}>
      {s.tiers.length === 0 ? (
        <p className="body dim">{t('policy.notiers')}</p>
      ) : (
        <Table
          label={t('policy.tiers')}
          columns={[
            { name: t('policy.tier') },
            { name: t('policy.when') },
            { name: t('policy.weight'), num: true },
            { name: t('policy.keep'), num: true, title: t('policy.keep.tip') },
          ]}
        >
          {s.tiers.map((tier) => (
            <tr key={tier.name}>
              <td>
                <strong>{tier.name}</strong>
              </td>
              <td className="mono fill">{tier.when || t('policy.else')}</td>
              <td className="num">{cell(tier.weight)}</td>
              <td className="num">
                <Q of={percent(tier.keep)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Params({ s }: { s: Scene }) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('policy.params')}
      count={s.params.length}
    >
      {s.params.length === 0 ? (
        <p className="body dim">{t('run.noparams')}</p>
      ) : (
        <Table label={t('policy.params')} columns={[{ name: t('schema.field') }, { name: t('schema.type') }, { name: t('policy.required') }, { name: t('policy.default') }]}>
          {s.params.map((p) => (
            <tr key={p.name}>
              <td className="mono">
                <strong>{p.name}</strong>
              </td>
              <td className="mono dim">
                {p.type}
                {p.shape.low !== undefined && p.shape.high !== undefined && ` ${p.shape.low}–${p.shape.high}`}
                {p.shape.words && ` ${p.shape.words.join(' | ')}`}
              </td>
              <td>{p.required ? t('run.required') : NONE}</td>
              <td className="mono fill">{p.default === undefined ? NONE : cell(p.default)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
