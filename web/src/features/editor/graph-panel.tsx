import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeList } from '@/components/graph/node-list'
import { StageGraph } from '@/components/graph/stage-graph'
import { EmptyNote } from '@/components/notes'
import { useNarrow } from '@/lib/narrow'
import type { Drawn } from './analyst'

interface GraphPanelProps {
  drawn: Drawn | undefined
  /** All pipelines that have a graph, to go to another one. */
  names: readonly string[]
  selected: string | undefined
  onSelect(name: string): void
  onPipeline(name: string): void
}

/** The graph beside the text, as a picture or as a list; the last one that compiled or is live, and then it says so. */
export default function GraphPanel({ drawn, names, selected, onSelect, onPipeline }: GraphPanelProps) {
  const { t } = useTranslation()
  // A narrow window shows the list first: the picture would be specks.
  const narrow = useNarrow()
  const [wanted, setList] = useState<boolean>()
  const list = wanted ?? narrow
  if (!drawn) {
    return (
      <section className="graph-panel" aria-label={t('editor.view.graph')}>
        <EmptyNote title={t('editor.nograph')}>{t('editor.nograph.note')}</EmptyNote>
      </section>
    )
  }
  const { graph, old } = drawn
  const why = drawn.live === undefined ? t('editor.old') : t('editor.old.live', { n: drawn.live })
  return (
    <section className="graph-panel" aria-label={t('editor.graph', { name: graph.name })} data-pipeline={graph.name} data-old={old}>
      <header>
        <label>
          <span className="hidden-label">{t('editor.pipeline')}</span>
          <select className="input" value={graph.name} onChange={(e) => onPipeline(e.target.value)}>
            {[...new Set([graph.name, ...names])].sort().map((n) => (
              <option key={n}>{n}</option>
            ))}
          </select>
        </label>
        {old && (
          <span className="old-bar" role="status" title={why}>
            <span className="glyph tone-slow" aria-hidden="true">
              ▲
            </span>
            {why}
          </span>
        )}
        <span className="grow" />
        <div className="segments" role="group" aria-label={t('editor.view')}>
          <button type="button" aria-pressed={!list} onClick={() => setList(false)}>
            {t('editor.view.picture')}
          </button>
          <button type="button" aria-pressed={list} onClick={() => setList(true)}>
            {t('editor.view.list')}
          </button>
        </div>
      </header>
      <div className="graph-body">
        {list ? (
          <NodeList name={graph.name} graph={graph} selected={selected} onSelect={onSelect} />
        ) : (
          <StageGraph name={graph.name} graph={graph} selected={selected} onSelect={onSelect} old={old} />
        )}
      </div>
    </section>
  )
}
