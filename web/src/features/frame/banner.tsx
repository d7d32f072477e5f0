import { useTranslation } from 'react-i18next'
import { socket, useSocket } from '@/api/live'
import { useEffect, useState } from 'react'
import { plain, span } from '@/lib/format'

/** Says that values are old, since when, and what is being done about it. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const phase = useSocket('phase')
  const polling = useSocket('polling')
  const code = useSocket('code')
  if (phase === 'ended' && code === 4403) {
    return (
      <div className="banner tone-slow" role="status">
        <span className="glyph">▲</span>
        <span>{t('banner.forbidden')}</span>
      </div>
    )
  }
  if (phase !== 'stale' && phase !== 'lost') return null
  return (
    <div className={`banner ${polling ? 'tone-slow' : 'tone-bad'}`} role="status" data-banner={polling ? 'polling' : phase}>
      <span className="glyph" aria-hidden="true">
        {polling ? '◐' : '✕'}
      </span>
      <span>{polling ? t('banner.polling') : t('banner.lost')}</span>
      <Since />
      <span className="grow" />
      {phase === 'lost' && (
        <button className="button" onClick={() => socket.wake()}>
          {t('banner.now')}
        </button>
      )}
    </div>
  )
}

/** Not part of the announced text's first words, so that a screen reader is not told each second. */
function Since() {
  const { t } = useTranslation()
  const heard = useSocket('heardAt')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const id = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(id)
  }, [])
  if (heard === 0) return null
  return (
    <span className="dim" aria-hidden="true">
      {t('banner.since', { age: plain(span(now - heard)) })}
    </span>
  )
}

/** True while live values are old and must look old. */
export function useStale(): boolean {
  const phase = useSocket('phase')
  const polling = useSocket('polling')
  return (phase === 'stale' || phase === 'lost' || phase === 'ended') && !polling
}
