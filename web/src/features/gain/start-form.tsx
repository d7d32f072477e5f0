import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStartGain } from '@/api/gains'
import { canEdit, useRole } from '@/api/session'
import type { NewGain } from '@/api/types'
import { ErrorNote, Note } from '@/components/notes'
import { Panel } from '@/components/panel'
import { FROM, requestsOf, RequestsField, TiersField, type From } from '@/features/loadtest/source'
import { tiersOf } from '@/features/loadtest/words'

interface FormProps {
  team: string
  scenes: readonly string[]
  scene: string | undefined
  started: (id: string) => void
}

type Given = NonNullable<NewGain['requests']>

/** Lines with labels as they are; those without are the parameters by name. */
function givenOf(lines: Record<string, unknown>[]): Given {
  return lines.map((l) => (typeof l.request === 'object' && l.request !== null && !Array.isArray(l.request) ? (l as Given[number]) : { request: l }))
}

/** Which scene is measured, and with what. */
export function GainForm({ team, scenes, scene: given, started }: FormProps) {
  const { t } = useTranslation()
  const role = useRole(team)
  const start = useStartGain(team)
  const [picked, setPicked] = useState(given)
  const [from, setFrom] = useState<From>('recorded')
  const [n, setN] = useState(100)
  const [tiers, setTiers] = useState('')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const scene = picked ?? scenes[0] ?? ''
  const weights = tiersOf(tiers)
  const requests = from === 'given' ? requestsOf(text) : []
  const good = scene !== '' && weights !== null && requests !== null && n >= 1 && n <= 500
  const go = () => {
    const body: NewGain = {
      scene,
      from,
      ...(from === 'given' ? { requests: givenOf(requests ?? []) } : { n }),
      ...(from === 'made' && weights && Object.keys(weights).length > 0 ? { tiers: weights } : {}),
      ...(note ? { note } : {}),
    }
    start.mutate(body, { onSuccess: (made) => started(made.id) })
  }
  if (role !== undefined && !canEdit(role)) return <Note title={t('gain.editor')}>{t('gain.editor.why')}</Note>
  return (
    <Panel title={t('gain.new')}>
      <form
        className="body stack"
        data-gain-form
        onSubmit={(e) => {
          e.preventDefault()
          if (good) go()
        }}
      >
        <p className="dim">{t('gain.what')}</p>
        <div className="load-form">
          <label className="field">
            <span>{t('scene.name')}</span>
            <select className="input" name="scene" value={scene} onChange={(e) => setPicked(e.target.value)}>
              {scenes.map((s) => (
                <option key={s}>{s}</option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>{t('load.from')}</span>
            <select className="input" name="from" value={from} onChange={(e) => setFrom(e.target.value as From)}>
              {FROM.map((f) => (
                <option key={f} value={f}>
                  {t(`load.from.${f}`)}
                </option>
              ))}
            </select>
          </label>
          {from !== 'given' && (
            <label className="field">
              <span>{t('gain.n')}</span>
              <input className="input" name="n" type="number" min={1} max={500} value={n} onChange={(e) => setN(Number(e.target.value))} />
            </label>
          )}
          {from === 'made' && <TiersField value={tiers} bad={weights === null} change={setTiers} />}
          <label className="field">
            <span>{t('load.note')}</span>
            <input className="input" name="note" maxLength={200} value={note} onChange={(e) => setNote(e.target.value)} />
          </label>
        </div>
        {from === 'given' && <RequestsField value={text} bad={requests === null} change={setText} example={'{"request": {"k": 10}, "labels": {"apps/vim": 1}}'} />}
        <div className="row-of">
          <button className="button primary" type="submit" disabled={!good || start.isPending}>
            {t('gain.start')}
          </button>
          <span className="dim">{t('gain.cost')}</span>
        </div>
      </form>
      {start.error && <ErrorNote error={start.error} />}
    </Panel>
  )
}
