import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

const KEPT = 'riffle.split'
const LEAST = 25
const MOST = 75
const STEP = 5
const FIRST = 54

const within = (share: number) => Math.min(MOST, Math.max(LEAST, share))

/** A share in per cent out of what the storage holds, whatever that is. */
export function shareFrom(stored: string | null): number {
  const n = Number(stored)
  return stored !== null && Number.isFinite(n) && n > 0 ? within(n) : FIRST
}

/** The share a key asks for, null where the key means something else. */
export function shareByKey(share: number, key: string): number | null {
  if (key === 'ArrowLeft') return within(share - STEP)
  if (key === 'ArrowRight') return within(share + STEP)
  if (key === 'Home') return LEAST
  if (key === 'End') return MOST
  return null
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** The text's share of the width beside the graph, kept for this browser. */
export function useSplit(): [number, (share: number) => void] {
  const [share, setShare] = useState(() => shareFrom(stored()))
  const keep = (next: number) => {
    setShare(next)
    try {
      localStorage.setItem(KEPT, String(Math.round(next)))
    } catch {
      // Storage is forbidden: the width lives as long as the page.
    }
  }
  return [share, keep]
}

/** Between text and graph: drawn by the pointer, moved by the arrow keys, back by a double click. */
export function Divider({ share, set }: { share: number; set: (share: number) => void }) {
  const { t } = useTranslation()
  const draw = (e: PointerEvent<HTMLDivElement>) => {
    if (!e.currentTarget.hasPointerCapture(e.pointerId)) return
    const text = e.currentTarget.previousElementSibling?.getBoundingClientRect()
    const graph = e.currentTarget.nextElementSibling?.getBoundingClientRect()
    if (text && graph) set(within(((e.clientX - text.left) / (graph.right - text.left)) * 100))
  }
  const onKey = (e: KeyboardEvent) => {
    const next = shareByKey(share, e.key)
    if (next === null) return
    e.preventDefault()
    set(next)
  }
  return (
    <div
      className="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('editor.divider')}
      aria-valuenow={Math.round(share)}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      title={t('editor.divider')}
      onPointerDown={(e) => {
        e.preventDefault()
        e.currentTarget.setPointerCapture(e.pointerId)
      }}
      onPointerMove={draw}
      onDoubleClick={() => set(FIRST)}
      onKeyDown={onKey}
    />
  )
}
