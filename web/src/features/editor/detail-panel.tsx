import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Diagnostic, PipelineNode } from '@/api/types'
import { NodeFacts } from './node-facts'
import { Problems } from './problems'

interface DetailPanelProps {
  diagnostics: readonly Diagnostic[]
  node: PipelineNode | undefined
  goTo(d: Diagnostic): void
  select(name: string): void
}

/** Below text and graph: what is wrong, and what is known of the selected node. */
export function DetailPanel({ diagnostics, node, goTo, select }: DetailPanelProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<'problems' | 'node'>('problems')
  const tabs = [
    ['problems', `${t('editor.tab.problems')} ${diagnostics.length}`],
    ['node', node ? `${t('editor.tab.node')} ${node.name}` : t('editor.tab.node')],
  ] as const
  return (
    <section className="detail-panel" aria-label={t('editor.panel')}>
      <div className="segments" role="group" aria-label={t('editor.panel')}>
        {tabs.map(([id, name]) => (
          <button key={id} type="button" aria-pressed={tab === id} onClick={() => setTab(id)}>
            {name}
          </button>
        ))}
      </div>
      <div className="detail-body" tabIndex={0} role="region" aria-label={t(`editor.tab.${tab}`)}>
        {tab === 'problems' ? <Problems all={diagnostics} goTo={goTo} /> : <NodeFacts node={node} select={select} />}
      </div>
    </section>
  )
}
