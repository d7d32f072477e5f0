import { Link } from '@tanstack/react-router'
import { memo, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive } from '@/api/live'
import { HEADROOM } from '@/api/live/degradation'
import { useLiveWhile } from '@/api/live/store'
import { SPARK_SECONDS, type SceneView } from '@/api/live/overview'
import type { SceneRelief } from '@/api/types'
import { Panel } from '@/components/panel'
import { Q } from '@/components/q'
import { Sparkline } from '@/components/sparkline'
import { StateMark } from '@/components/state-mark'
import { isTrouble, lookOf } from '@/components/state'
import { BoneRows, Table, type Column } from '@/components/table'
import { WilsonBar } from '@/components/wilson-bar'
import { millis, percent, rate } from '@/lib/format'
import { opensLink } from '@/lib/row-link'
import { useVisible } from '@/lib/visible'
import { scaleFor } from '@/lib/wilson'
import { interval } from './kpi-row'
import { useBoard, useSceneNames } from './use-scenes'

export function useSceneColumns(): readonly Column[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { name: t('scene.name') },
      { name: t('scene.state') },
      { name: t('scene.qps'), num: true },
      { name: t('scene.course'), title: t('scene.course.tip') },
      { name: t('scene.p50'), num: true },
      { name: t('scene.p99'), num: true },
      { name: t('scene.timeout'), num: true },
      { name: t('scene.interval'), title: t('scene.interval.tip') },
      { name: t('scene.lost'), num: true, title: t('scene.lost.tip') },
      { name: t('scene.degraded'), num: true, title: t('scene.degraded.tip') },
      { name: t('scene.kept'), num: true, title: t('scene.kept.tip') },
      { name: t('scene.load'), num: true, title: t('scene.load.tip') },
      { name: t('scene.off'), num: true, title: t('scene.off.tip') },
    ],
    [t],
  )
}

interface SceneTableProps {
  team: string
  /** Which scenes to show; all without it. */
  keep?: (s: SceneView) => boolean
  /** Fold normal and idle scenes away when there are more than this many of them. */
  foldAbove?: number
  empty: ReactNode
  /** The page is the table: its title says it. */
  untitled?: boolean
}

const all = () => true

/** Scenes, trouble first. A row moves only when a state changes. */
export function SceneTable({ team, keep = all, foldAbove = Infinity, empty, untitled = false }: SceneTableProps) {
  const { t } = useTranslation()
  const columns = useSceneColumns()
  const known = useLive<string[]>(keys.scenes(team))
  const kept = useSceneNames(team, keep)
  const bad = useSceneNames(team, (s) => keep(s) && isTrouble(s.state))
  // One scale for all rows, so that their bars can be compared; it moves in a few round steps.
  const scale = useBoard(team, (scenes) => scaleFor(scenes.filter(keep).map(interval)))
  const [unfolded, setUnfolded] = useState(false)
  const quiet = kept.length - bad.length
  const folded = !unfolded && quiet > foldAbove
  return (
    <Panel title={t('nav.scenes')} count={known ? kept.length : undefined} untitled={untitled}>
      {known && kept.length === 0 ? (
        empty
      ) : (
        <Table label={t('nav.scenes')} columns={columns}>
          {!known && <BoneRows rows={5} columns={columns} />}
          {(folded ? bad : kept).map((name) => (
            <SceneRow key={name} team={team} name={name} scale={scale} />
          ))}
          {folded && (
            <tr>
              <td colSpan={columns.length}>
                <button className="button quiet" onClick={() => setUnfolded(true)}>
                  {t('scene.show', { n: quiet })}
                </button>
              </td>
            </tr>
          )}
        </Table>
      )}
    </Panel>
  )
}

const SceneRow = memo(function SceneRow({ team, name, scale }: { team: string; name: string; scale: number }) {
  const { t } = useTranslation()
  const [ref, visible] = useVisible<HTMLTableRowElement>()
  const s = useLiveWhile<SceneView>(visible, keys.scene(team, name))
  if (!s) return <tr ref={ref} />
  const quiet = s.n === 0
  const d = s.relief
  const to = { to: '/t/$team/scenes/$scene', params: { team, scene: s.scene } } as const
  return (
    <tr
      ref={ref}
      className={`link ${lookOf(s.state)?.tone ?? ''}`}
      data-trouble={isTrouble(s.state)}
      data-scene={s.scene}
      onClick={opensLink}
    >
      <td>
        <Link {...to} className="cell-link">
          {s.scene}
        </Link>
      </td>
      <td>
        <StateMark state={s.state} suffix={s.level > 0 ? ` L${s.level}` : ''} />
      </td>
      <td className="num" data-cell="qps">
        <Q live of={rate(s.qps)} />
      </td>
      <td>
        <Sparkline series={s.series} column="qps" slots={SPARK_SECONDS} label={t('scene.course')} />
      </td>
      <td className="num">
        <Q live of={millis(quiet ? null : s.p50_ms)} />
      </td>
      <td className="num">
        <Q live of={millis(quiet ? null : s.p99_ms)} />
      </td>
      <td className="num">{quiet ? <span className="dim">{t('scene.quiet')}</span> : <Q live of={percent(s.timeout_rate)} />}</td>
      <td>
        <WilsonBar of={interval(s)} scale={scale} />
      </td>
      <td className="num" data-cell="lost">
        <Q live of={percent(quiet || !d ? null : d.shed + (1 - d.shed) * d.late)} />
      </td>
      <td className="num">
        <Q live of={percent(quiet ? null : s.degraded_share)} />
      </td>
      <td className="num" data-cell="kept">
        <Q live of={percent(quiet || !d ? null : d.gain)} />
      </td>
      <td className="num" data-cell="load">
        <Load d={d} />
      </td>
      <td className="num">
        <span className={s.off_nodes > 0 ? 'live' : 'dim'}>{s.off_nodes}</span>
      </td>
    </tr>
  )
})

/** What full plans for everybody would take, by what may be planned for. */
function Load({ d }: { d: SceneRelief | undefined }) {
  const { t } = useTranslation()
  if (!d || !(d.capacity > 0)) return <span className="dim">–</span>
  const load = d.need / (HEADROOM * d.capacity)
  return (
    <span className={load > 1 ? 'tone-slow' : undefined} title={t('scene.load.of', { need: d.need.toFixed(2), capacity: d.capacity.toFixed(2) })}>
      {/* Its place is kept, or every head would move with the first load above one. */}
      <span style={{ color: 'var(--tone)', visibility: load > 1 ? undefined : 'hidden' }} aria-hidden="true">
        ▲{' '}
      </span>
      <Q live of={percent(load)} />
    </span>
  )
}
