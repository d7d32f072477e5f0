import { useTranslation } from 'react-i18next'
import type { PipelineNode } from '@/api/types'
import { stageName } from '@/components/graph/stage-name'
import { EmptyNote } from '@/components/notes'
import { count, plain } from '@/lib/format'

/** The arguments that no other fact tells: not the sets it reads, its resource, or what may be turned. */
export function ownArgs(node: PipelineNode): PipelineNode['args'] {
  const knobs = new Set(node.knobs.map((k) => k.arg))
  const told = (a: { name: string; text: string }) =>
    (a.name === 'res' && a.text === node.resource) || ((a.name === 'set' || a.name === 'sets') && node.inputs.length > 0) || knobs.has(a.name)
  return node.args.filter((a) => !told(a))
}

const whole = (n: number) => plain(count(n))

/** What the compiler knows of one node. */
export function NodeFacts({ node, select }: { node: PipelineNode | undefined; select(name: string): void }) {
  const { t } = useTranslation()
  if (!node) return <EmptyNote title={t('editor.nonode')} />
  const link = (name: string) => (
    <button key={name} type="button" className="link-button" onClick={() => select(name)}>
      {name}
    </button>
  )
  const facts: [string, React.ReactNode][] = [
    [t('graph.op'), <code key="op">{node.op}</code>],
    [t('graph.stage'), stageName(t, node.stage)],
  ]
  if (node.resource) facts.push([t('node.resource'), node.resource])
  if (node.inputs.length > 0) facts.push([t('graph.reads'), <span key="in" className="row-of">{node.inputs.map(link)}</span>])
  for (const a of ownArgs(node)) facts.push([a.name, <code key={a.name}>{a.text}</code>])
  if (node.gain) facts.push([t('node.gain'), node.gain.low === node.gain.high ? String(node.gain.low) : `${node.gain.low}…${node.gain.high}`])
  if (node.timeout_ms > 0) facts.push([t('node.timeout'), `${node.timeout_ms} ms`])
  if (node.when) facts.push([t('node.when'), <code key="when">{node.when}</code>])
  if (node.shared) facts.push([t('node.shared'), link(node.shared)])
  if (node.fallback) facts.push([t('node.fallback'), link(node.fallback)])
  if (node.optional) facts.push([t('node.optional'), t('node.optional.yes')])
  for (const k of node.knobs) facts.push([t('node.knob', { arg: k.arg }), `${whole(k.low)} … ${whole(k.high)}`])
  if (node.value) facts.push([t('node.value'), <code key="value">{node.value}</code>])
  return (
    <div className="node-facts">
      <h3>{node.name}</h3>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {node.columns.length > 0 && (
        <p className="node-columns">
          <span className="dim">{t('node.columns')}</span> {node.columns.map((c) => `${c.name}: ${c.type}`).join(', ')}
        </p>
      )}
    </div>
  )
}
