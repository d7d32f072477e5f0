export interface Entry {
  id: string
  name: string
  kind: string
  run(): void
}

/** How well the query fits: 0 starts with it, 1 holds it, 2 its letters in order; null not at all. */
function fit(name: string, query: string): number | null {
  const n = name.toLowerCase()
  if (n.startsWith(query)) return 0
  if (n.includes(query)) return 1
  let at = 0
  for (const letter of query) {
    at = n.indexOf(letter, at) + 1
    if (at === 0) return null
  }
  return 2
}

/** The entries that fit, best first, equal ones in their own order. */
export function find(entries: readonly Entry[], query: string): Entry[] {
  const q = query.trim().toLowerCase()
  if (q === '') return [...entries]
  const hits: { entry: Entry; rank: number }[] = []
  for (const entry of entries) {
    const rank = fit(entry.name, q)
    if (rank !== null) hits.push({ entry, rank })
  }
  return hits.sort((a, b) => a.rank - b.rank).map((h) => h.entry)
}

/** What was gone to lately stands first, newest first; the rest in its own order. */
export function withRecent(entries: readonly Entry[], ids: readonly string[]): Entry[] {
  const lately = ids.map((id) => entries.find((e) => e.id === id)).filter((e) => e !== undefined)
  return [...lately, ...entries.filter((e) => !ids.includes(e.id))]
}
