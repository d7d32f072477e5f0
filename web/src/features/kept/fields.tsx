import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FROM, RequestsField, TiersField, type From, type Source } from './source'

interface FieldsProps {
  scenes: readonly string[]
  scene: string
  setScene: (scene: string) => void
  source: Source
  note: string
  setNote: (note: string) => void
  /** Between the scene and where requests come from. */
  children?: ReactNode
  /** Beside where requests come from. */
  beside?: ReactNode
  /** A request that is given, as a line. */
  example: string
}

/** What every run that is begun here is asked: of which scene, with which requests, and a note. */
export function StartFields({ scenes, scene, setScene, source, note, setNote, children, beside, example }: FieldsProps) {
  const { t } = useTranslation()
  const { from, tiers, text } = source
  return (
    <>
      <div className="load-form">
        <label className="field">
          <span>{t('scene.name')}</span>
          <select className="input" name="scene" value={scene} onChange={(e) => setScene(e.target.value)}>
            {scenes.map((s) => (
              <option key={s}>{s}</option>
            ))}
          </select>
        </label>
        {children}
        <label className="field">
          <span>{t('load.from')}</span>
          <select className="input" name="from" value={from} onChange={(e) => source.set({ from: e.target.value as From })}>
            {FROM.map((f) => (
              <option key={f} value={f}>
                {t(`load.from.${f}`)}
              </option>
            ))}
          </select>
        </label>
        {beside}
        {from === 'made' && <TiersField value={tiers} bad={source.weights === null} change={(v) => source.set({ tiers: v })} />}
        <label className="field">
          <span>{t('load.note')}</span>
          <input className="input" name="note" maxLength={200} value={note} onChange={(e) => setNote(e.target.value)} />
        </label>
      </div>
      {from === 'given' && <RequestsField value={text} bad={source.requests === null} change={(v) => source.set({ text: v })} example={example} />}
    </>
  )
}
