import { useTranslation } from 'react-i18next'
import { VERDICT_GLYPH, verdictWord } from './words'

/** Shape, word and colour of a verdict, or of a test that has none. */
export function VerdictMark({ of }: { of: string }) {
  const { t } = useTranslation()
  const [glyph, tone] = VERDICT_GLYPH[of] ?? ['○', 'tone-idle']
  return (
    <span className={`state ${tone}`} data-verdict={of}>
      <span className="glyph" aria-hidden="true">
        {glyph}
      </span>{' '}
      {verdictWord(t, of)}
    </span>
  )
}
