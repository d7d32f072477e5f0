import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lookOf } from './state'

/** Glyph and word of a state. A change pulses once; the first showing does not. */
export function StateMark({ state, suffix }: { state: string; suffix?: string }) {
  const { t } = useTranslation()
  const look = lookOf(state)
  const before = useRef(state)
  const [pulse, setPulse] = useState(false)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    setPulse(true)
    const id = setTimeout(() => setPulse(false), 650)
    return () => clearTimeout(id)
  }, [state])
  return (
    <span className={`state ${look?.tone ?? 'tone-idle'} ${pulse ? 'pulse' : ''}`} data-state={state} title={state}>
      <span className="glyph" aria-hidden="true">
        {look?.glyph ?? '○'}
      </span>
      <span className="word">
        {look ? t(look.word) : state}
        {suffix}
      </span>
    </span>
  )
}
