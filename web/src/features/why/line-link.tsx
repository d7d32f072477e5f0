import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { At } from './place'

interface LineLinkProps {
  team: string
  /** draft, or the number of the version that answered. */
  source: string
  pipeline: string
  node: string
  at: At
  children: ReactNode
}

/** Leads to where a node is written: in the draft's editor, or in the text of the version that ran. */
export function LineLink({ team, source, pipeline, node, at, children }: LineLinkProps) {
  const { t } = useTranslation()
  const title = t('why.line', { node, place: `${at.file}:${at.line}` })
  if (!/^\d+$/.test(source)) {
    return (
      <Link to="/t/$team/pipelines/$name/edit" params={{ team, name: pipeline }} search={{ file: at.file, node }} title={title} data-line={at.line}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/t/$team/versions/$number" params={{ team, number: source }} search={{ file: at.file, line: at.line, node }} title={title} data-line={at.line}>
      {children}
    </Link>
  )
}
