import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOverride } from '@/api/degradation'
import { saying } from '@/api/problem'
import { canEdit, useRole } from '@/api/session'
import type { Degradation, NewOverride } from '@/api/types'
import { Confirm } from '@/components/confirm'
import { HandDialog } from './hand-dialog'

export type Action = NewOverride['action']

/** What a hand may do with the scene; who may not, reads who could let it. */
export function Hands({ team, scene, d }: { team: string; scene: string; d: Degradation }) {
  const { t } = useTranslation()
  const role = useRole(team)
  const may = canEdit(role)
  const [action, setAction] = useState<Action | null>(null)
  const [letting, setLetting] = useState(false)
  const release = useOverride(team, scene)
  const actions: Action[] = [d.mode === 'act' ? 'watch' : 'act', 'hold', 'force', 'freeze']
  return (
    <span className="row-of hands">
      {!may && role !== undefined && (
        <span className="dim small" id="hands-who">
          {t('degrade.hand.who')}
        </span>
      )}
      {actions.map((a) => (
        <button key={a} className="button" type="button" disabled={!may} aria-describedby={may ? undefined : 'hands-who'} onClick={() => setAction(a)} data-hand={a}>
          {t(`degrade.hand.${a}`)}
        </button>
      ))}
      {d.override && (
        <button className="button" type="button" disabled={!may || release.isPending} onClick={() => setLetting(true)} data-hand="release">
          {t('degrade.hand.release')}
        </button>
      )}
      {release.error && (
        <span role="alert" className="state tone-bad refusal">
          {saying(release.error)}
        </span>
      )}
      {action && <HandDialog team={team} scene={scene} d={d} action={action} close={() => setAction(null)} />}
      {d.override && (
        <Confirm
          title={t('degrade.release.title', { scene })}
          effect={t('degrade.release.effect', { scene, what: t(`degrade.held.${d.override.action}`), by: d.override.by })}
          action={t('degrade.hand.release')}
          opened={letting}
          close={() => setLetting(false)}
          run={() => release.mutate(null)}
        />
      )}
    </span>
  )
}
