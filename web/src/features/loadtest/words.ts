// What the parts of load tests share: names of profiles, looks of verdicts, and
// the points as columns of a chart.
import type { TFunction } from 'i18next'
import type { LoadPoint, LoadProfile } from '@/api/types'
import type { Sample } from '@/lib/series'

export const PROFILES = ['constant', 'ramp', 'step', 'spike', 'sawtooth', 'article'] as const
export type ProfileKind = LoadProfile['kind']

export const VERDICT_GLYPH: Record<string, readonly [glyph: string, tone: string]> = {
  passed: ['●', 'tone-normal'],
  failed: ['✕', 'tone-bad'],
  unproven: ['▲', 'tone-slow'],
  void: ['○', 'tone-idle'],
  running: ['◐', 'tone-probing'],
  lost: ['✕', 'tone-bad'],
  aborted: ['○', 'tone-idle'],
}

export function verdictWord(t: TFunction, result: string): string {
  switch (result) {
    case 'passed':
      return t('load.passed')
    case 'failed':
      return t('load.failed')
    case 'unproven':
      return t('load.unproven')
    case 'void':
      return t('load.void')
    case 'running':
      return t('load.running')
    case 'aborted':
      return t('load.aborted')
    default:
      return t('load.lost.state')
  }
}

/** Columns of the seconds 0 … n; a second nobody told of is a gap. */
export function columnsOf(points: readonly LoadPoint[], begin: number) {
  const n = points.reduce((max, p) => Math.max(max, p.t + 1), 0)
  const empty = (): Sample[] => Array.from({ length: n }, () => null)
  const out = { times: Array.from({ length: n }, (_, i) => begin + i), rate: empty(), due: empty(), ok: empty(), p50: empty(), p99: empty(), lost: empty(), degraded: empty() }
  for (const p of points) {
    out.rate[p.t] = p.rate
    out.due[p.t] = p.due
    out.ok[p.t] = p.ok
    out.p50[p.t] = p.p50_ms ?? null
    out.p99[p.t] = p.p99_ms ?? null
    const told = p.ok + p.late + p.shed + p.failed + p.unsent
    out.lost[p.t] = told > 0 ? (told - p.ok) / told : null
    out.degraded[p.t] = p.read > 0 ? p.degraded / p.read : null
  }
  return out
}
