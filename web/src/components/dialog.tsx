import { Suspense, useRef, type ReactNode } from 'react'
import { later } from '@/lib/later'

export interface DialogProps {
  title: string
  opened: boolean
  /** Without it the dialog stays until its content closes it. */
  close?: () => void
  width?: number
  children: ReactNode
}

const Body = later(() => import('./dialog-body'))

/** A modal dialog. Its code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const needed = useRef(false)
  needed.current ||= props.opened
  if (!needed.current) return null
  return (
    <Suspense>
      <Body {...props} />
    </Suspense>
  )
}
