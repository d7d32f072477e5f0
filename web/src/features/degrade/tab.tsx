import '@/theme/degrade.css'
import { useEffect, useState } from 'react'
import { useDegradationEvents, useDegradationTopic } from '@/api/degradation'
import { ErrorNote } from '@/components/notes'
import { SceneLimits } from '@/features/limits/limits'
import { SceneGraph } from '@/features/scene/scene-graph'
import { Levels } from './levels'
import { LoadCharts } from './load'
import { Modules } from './modules'
import { momentOf } from './moment'
import { Pulse } from './pulse'
import { Queue } from './queue'
import { StateStrip } from './state-strip'
import { Then } from './then'
import { Tiers } from './tiers'
import { Timeline } from './timeline'
import { WhatIf } from './what-if'

interface DegradeTabProps {
  team: string
  scene: string
  node: string | undefined
  at: number | undefined
  select: (node: string | undefined) => void
  setAt: (at: number | undefined) => void
}

/** The end of the timeline moves by whole seconds: nothing else on the page needs a clock. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const id = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(id)
  }, [])
  return now
}

/** What a scene gives up under load, why, for whom, and what can be done about it. */
export default function DegradeTab({ team, scene, node, at, select, setAt }: DegradeTabProps) {
  const d = useDegradationTopic(team, scene)
  const query = useDegradationEvents(team, scene, d ? `${d.state} ${d.since} ${d.override?.at ?? ''}` : '')
  const events = query.data?.items
  const now = useNow()
  return (
    <>
      <StateStrip team={team} scene={scene} d={d} />
      {at !== undefined && <Then at={at} then={momentOf(events ?? [], at)} now={d} back={() => setAt(undefined)} />}
      <Pulse team={team} scene={scene} d={d} end={at === undefined ? null : Math.ceil(at / 1000) + 30} />
      <LoadCharts team={team} scene={scene} d={d} events={events ?? []} end={at === undefined ? null : Math.ceil(at / 1000) + 30} />
      <div className="split even">
        <div className="stack">
          <Tiers d={d} />
          <Queue d={d} />
          <SceneLimits team={team} scene={scene} />
        </div>
        <WhatIf key={scene} team={team} scene={scene} d={d} />
      </div>
      <Modules d={d} />
      <Levels key={`levels ${scene}`} team={team} scene={scene} d={d} />
      {query.error && <ErrorNote error={query.error} retry={() => void query.refetch()} />}
      <Timeline events={events} now={now} at={at} setAt={setAt} />
      <SceneGraph team={team} scene={scene} node={node} select={select} />
    </>
  )
}
