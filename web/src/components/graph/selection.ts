// Which node is selected, told to the two nodes that change and to nobody else.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Stages } from './model'
import type { Pace } from './pace'

export class Selection {
  private readonly listeners = new Set<() => void>()
  selected: string | undefined
  /** The node the Tab key comes to: the selected one, or the first. */
  entry: string | undefined

  set(graph: Stages, selected: string | undefined): void {
    const known = graph.nodes.some((n) => n.name === selected)
    const entry = known ? selected : graph.nodes[0]?.name
    if (this.selected === selected && this.entry === entry) return
    this.selected = selected
    this.entry = entry
    for (const listener of [...this.listeners]) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

export interface GraphHands {
  selection: Selection
  /** When figures are written. */
  pace: Pace
  select(name: string): void
  /** Arrow keys of a node. */
  key(name: string, key: string): boolean
  /** Key of the live store with the numbers of a node; without it the picture shows the structure. */
  liveKey: ((name: string) => string) | undefined
}

export const GraphContext = createContext<GraphHands | null>(null)

/** True while the picture is too small for numbers: nobody follows them then. */
export const SmallContext = createContext(false)

export function useHands(): GraphHands {
  const hands = useContext(GraphContext)
  if (!hands) throw new Error('a node of the graph stands outside of it')
  return hands
}

export function useSelected(name: string): { selected: boolean; entry: boolean } {
  const { selection } = useHands()
  const read = useCallback(() => (selection.selected === name ? 2 : 0) + (selection.entry === name ? 1 : 0), [selection, name])
  const bits = useSyncExternalStore(selection.subscribe, read)
  return { selected: bits >= 2, entry: bits % 2 === 1 }
}
