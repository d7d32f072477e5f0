import { useTranslation } from 'react-i18next'
import type { GainRow } from '@/api/types'
import { GAIN_LOOK } from './words'

/** Shape, word and colour of a measurement's state. */
export function GainMark({ state }: { state: GainRow['state'] }) {
  const { t } = useTranslation()
  const [glyph, tone] = GAIN_LOOK[state]
  return (
    <span className={`state ${tone}`} data-gain-state={state}>
      <span className="glyph" aria-hidden="true">
        {glyph}
      </span>{' '}
      {t(`gain.state.${state}`)}
    </span>
  )
}
