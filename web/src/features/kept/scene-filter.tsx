import { useTranslation } from 'react-i18next'

interface FilterProps {
  scenes: readonly { name: string }[] | undefined
  scene: string | undefined
  pick: (scene: string) => void
}

/** Which scene a page of kept things is about; all without one. */
export function SceneFilter({ scenes, scene, pick }: FilterProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className="grow" />
      <select className="input" aria-label={t('trace.filter.scene')} value={scene ?? ''} onChange={(e) => pick(e.target.value)}>
        <option value="">{t('trace.filter.scene')}</option>
        {scenes?.map((s) => (
          <option key={s.name}>{s.name}</option>
        ))}
      </select>
    </>
  )
}
