import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStartGain } from '@/api/gains'
import { canEdit, useRole } from '@/api/session'
import type { NewGain } from '@/api/types'
import { ErrorNote, Note } from '@/components/notes'
import { Panel } from '@/components/panel'
import { StartFields } from '@/features/kept/fields'
import { useSource } from '@/features/kept/source'

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
export function GainForm({ team, scenes, scene: asked, started }: FormProps) {
  const { t } = useTranslation()
  const role = useRole(team)
  const start = useStartGain(team)
  const [picked, setPicked] = useState(asked)
  const source = useSource('recorded')
  const [n, setN] = useState(100)
  const [note, setNote] = useState('')
  const scene = picked ?? scenes[0] ?? ''
  const given = source.from === 'given'
  const good = scene !== '' && source.weights !== null && source.requests !== null && n >= 1 && n <= 500
  const go = () => {
    const body: NewGain = {
      scene,
      ...source.body,
      ...(given ? { requests: givenOf(source.requests ?? []) } : { n }),
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
        <StartFields
          scenes={scenes}
          scene={scene}
          setScene={setPicked}
          source={source}
          note={note}
          setNote={setNote}
          example={'{"request": {"k": 10}, "labels": {"apps/vim": 1}}'}
          beside={
            !given && (
              <label className="field">
                <span>{t('gain.n')}</span>
                <input className="input" name="n" type="number" min={1} max={500} value={n} onChange={(e) => setN(Number(e.target.value))} />
              </label>
            )
          }
        />
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
