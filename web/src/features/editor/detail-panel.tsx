import { useTranslation } from 'react-i18next'
import type { Declaration, Diagnostic, PipelineNode } from '@/api/types'
import { NodeFacts } from './node-facts'
import { Outline } from './outline'
import { Problems } from './problems'

export type DetailTab = 'problems' | 'outline' | 'node'

interface DetailPanelProps {
  tab: DetailTab
  setTab(tab: DetailTab): void
  diagnostics: readonly Diagnostic[]
  outline: readonly Declaration[]
  /** The file that is open. */
  open: string | undefined
  node: PipelineNode | undefined
  goTo(at: Diagnostic | Declaration): void
  select(name: string): void
}

/** Below text and graph: what is wrong, what is declared, and what is known of the selected node. */
export function DetailPanel({ tab, setTab, diagnostics, outline, open, node, goTo, select }: DetailPanelProps) {
  const { t } = useTranslation()
  const tabs = [
    ['problems', `${t('editor.tab.problems')} ${diagnostics.length}`],
    ['outline', t('editor.tab.outline')],
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
        {tab === 'problems' && <Problems all={diagnostics} open={open} goTo={goTo} />}
        {tab === 'outline' && <Outline all={outline} open={open} goTo={goTo} />}
        {tab === 'node' && <NodeFacts node={node} select={select} />}
      </div>
    </section>
  )
}
