import { Suspense, useState, type ReactNode } from 'react'
import { later } from '@/lib/later'

export interface MenuItem {
  id: string
  name: string
  note?: string
  current?: boolean
  run(): void
}

export interface MenuProps {
  label: string
  face: ReactNode
  heading?: string
  items: readonly MenuItem[]
  side: 'start' | 'end'
}

const load = () => import('./menu-body')
const Body = later(load)

/** A button with a menu. The menu's code is loaded when a pointer or the focus comes near. */
export function MenuButton(props: MenuProps) {
  const [armed, setArmed] = useState(false)
  const button = (
    <button
      className="button quiet"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setArmed(true)}
    >
      {props.face}
    </button>
  )
  if (!armed) return button
  return (
    <Suspense fallback={button}>
      <Body {...props} />
    </Suspense>
  )
}
