// What held a request without an answer up, as one sentence.
import type { TFunction } from 'i18next'
import type { Unanswered } from '@/api/types'
import { millis, plain } from '@/lib/format'

/** Of a node that was still at work, one that failed or was late, one that was done too late, or none. */
export function heldTold(t: TFunction, u: Pick<Unanswered, 'node' | 'turn' | 'within' | 'outcome' | 'cause' | 'took_ns'>): string {
  if (!u.node) return t('held.none')
  const node = u.turn ? t('held.turn', { node: u.node, turn: u.turn, within: u.within ?? '' }) : u.node
  const took = plain(millis(u.took_ns / 1e6))
  if (u.cause === 'not done when the answer left') return t('held.working', { node, took })
  if (u.outcome === 'timeout') return t('held.late', { node, took })
  if (u.outcome === 'ok' || u.outcome === 'empty') return t('held.done', { node, took })
  return t('held.failed', { node, took })
}
