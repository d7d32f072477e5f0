// What can be run: scenes with their deadline and fallback, pipelines by themselves.
import type { NewRun, PipelineGraph, Run, Scene } from '@/api/types'

export interface Target {
  /** As it stands in an address. */
  id: string
  kind: 'scene' | 'pipeline'
  name: string
}

/** Scenes first, each kind by name. Scenes of a draft are known by the pipelines that serve them. */
export function targetsOf(scenes: readonly Pick<Scene, 'name'>[], graphs: readonly Pick<PipelineGraph, 'name' | 'scenes'>[]): Target[] {
  const names = new Set([...scenes.map((s) => s.name), ...graphs.flatMap((g) => g.scenes)])
  const make = (kind: Target['kind'], list: Iterable<string>): Target[] => [...list].sort().map((name) => ({ id: `${kind}:${name}`, kind, name }))
  return [...make('scene', names), ...make('pipeline', new Set(graphs.map((g) => g.name)))]
}

/** The pipeline a target asks first; undefined where the source does not compile it. */
export function pipelineOf<G extends Pick<PipelineGraph, 'name' | 'scenes'>>(target: string, scenes: readonly Pick<Scene, 'name' | 'pipeline'>[], graphs: readonly G[]): G | undefined {
  const [kind, name] = target.split(':')
  if (kind === 'pipeline') return graphs.find((g) => g.name === name)
  const declared = scenes.find((s) => s.name === name)?.pipeline
  return graphs.find((g) => g.name === declared) ?? graphs.find((g) => g.scenes.includes(name ?? ''))
}

/** The request of a run, to be asked once more with what explains it. */
export function againOf(run: Pick<Run, 'scene' | 'pipeline' | 'source' | 'request' | 'off'>): NewRun {
  return {
    ...(run.scene ? { scene: run.scene } : { pipeline: run.pipeline }),
    source: run.source,
    request: run.request,
    explain: true,
    ...(run.off.length > 0 ? { off: run.off } : {}),
  }
}
