import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, useLive, useSocket } from '@/api/live'
import { plain, span } from '@/lib/format'

/** The time now, renewed often enough to show an age. */
function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const id = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(id)
  }, [every])
  return now
}

/** "● live 0.2 s": whether values move, and how old the newest one is. */
export function LiveIndicator({ team }: { team: string }) {
  const { t } = useTranslation()
  const phase = useSocket('phase')
  const polling = useSocket('polling')
  const got = useLive<number>(keys.got(team)) ?? 0
  const heard = useSocket('heardAt')
  const now = useNow(500)
  // On a live socket silence means that nothing changed: any sign of life keeps the values young.
  const fresh = phase === 'live' ? Math.max(got, heard) : got
  const age = got === 0 ? '' : plain(span(now - fresh))
  const [tone, glyph, word] =
    phase === 'live'
      ? (['tone-probing', '●', t('live.live')] as const)
      : polling
        ? (['tone-slow', '◐', t('live.polling')] as const)
        : phase === 'stale'
          ? (['tone-slow', '▲', t('live.stale')] as const)
          : phase === 'connecting' || phase === 'idle'
            ? (['tone-idle', '○', t('live.connecting')] as const)
            : (['tone-bad', '✕', t('live.lost')] as const)
  return (
    <span className={`alive ${tone}`} title={t('live.tip')} data-live={phase}>
      <span className="glyph" aria-hidden="true">
        {glyph}
      </span>
      <span className="word">{word}</span>
      <span className="dim">{age}</span>
    </span>
  )
}
