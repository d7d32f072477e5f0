// Where the reader went by the palette, for this browser.

const MOST = 5
const keyOf = (team: string) => `riffle.recent.${team}`

function ids(team: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(team)) ?? '[]')
    return Array.isArray(list) ? list.filter((x): x is string => typeof x === 'string').slice(0, MOST) : []
  } catch {
    return [] // no storage here, or not ours
  }
}

function add(team: string, id: string): void {
  try {
    localStorage.setItem(keyOf(team), JSON.stringify([id, ...ids(team).filter((x) => x !== id)].slice(0, MOST)))
  } catch {
    // As above: then nothing is remembered.
  }
}

export const recent = { ids, add }
