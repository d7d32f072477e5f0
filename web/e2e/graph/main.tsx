// The graph alone, with as many nodes as the address says, all of them with
// live numbers ten times a second through the store, as on the page of a scene.
import '@/theme/tokens.css'
import '@/theme/base.css'
import '@/theme/parts.css'
import { createRoot } from 'react-dom/client'
import { useState } from 'react'
import { live } from '@/api/live/store'
import { layOut } from '@/components/graph/nest'
import type { StageNode } from '@/components/graph/model'
import { StageGraph } from '@/components/graph/stage-graph'
import { speak } from '@/lib/i18n'

const count = Number(new URLSearchParams(location.search).get('nodes') ?? 60)

function pipeline(n: number): StageNode[] {
  const node = (name: string, op: string, stage: string, inputs: string[]): StageNode => ({ name, op, stage, inputs })
  const recalls = Array.from({ length: Math.floor(n * 0.7) }, (_, i) => `recall_${i}`)
  const merges = Array.from({ length: Math.floor(n * 0.15) }, (_, i) => `merge_${i}`)
  const ranks = Array.from({ length: n - recalls.length - merges.length - 2 }, (_, i) => `rank_${i}`)
  return [
    node('me', 'lookup', 'feature', []),
    ...recalls.map((r) => node(r, 'nearest', 'recall', ['me'])),
    ...merges.map((m, i) => node(m, 'merge', 'merge', recalls.filter((_, r) => r % merges.length === i))),
    ...ranks.map((r, i) => node(r, 'score', 'rank', i === 0 ? merges : [`rank_${i - 1}`])),
    node('page', 'take', 'out', [ranks[ranks.length - 1] ?? 'me']),
  ]
}

const nodes = pipeline(count)
const graph = { nodes }
const key = (name: string) => `graph/${name}`

let beats = 0
function beat(): void {
  beats++
  nodes.forEach((n, i) => {
    const qps = 900 + Math.random() * 200
    // Every tenth node is in trouble, and one more changes its state with each beat.
    const late = i % 10 === 0 || i === beats % nodes.length ? 0.03 : 0
    live.set(key(n.name), { qps, p50_ms: 3, p99_ms: 10 + Math.random() * 20, n: 60_000, outcomes: { ok: qps * (1 - late), timeout: qps * late } })
  })
}

function Page() {
  const [selected, select] = useState<string>()
  return (
    <div style={{ width: 1200, height: 760 }}>
      <StageGraph name="bench" graph={graph} selected={selected} onSelect={select} liveKey={key} />
    </div>
  )
}

const took = (run: () => unknown) => {
  const began = performance.now()
  run()
  return performance.now() - began
}

await speak('en')
const rounds = Array.from({ length: 9 }, () => took(() => layOut(graph))).sort((a, b) => a - b)
Object.assign(window, { layoutMs: rounds[4], mountedAt: performance.now() })
const box = document.getElementById('root')
if (box) createRoot(box).render(<Page />)
setInterval(beat, 100)
