// Small facts about a page that give its skeleton the geometry of what will
// come: how many rows there were the last time. Never more than that; without a
// store the fallback does.

const PREFIX = 'riffle.was.'

export function remembered(name: string, fallback: number): number {
  try {
    const n = Number(localStorage.getItem(PREFIX + name) ?? NaN)
    return Number.isFinite(n) && n >= 0 && n <= 1000 ? n : fallback
  } catch {
    return fallback
  }
}

export function remember(name: string, value: number): void {
  try {
    localStorage.setItem(PREFIX + name, String(value))
  } catch {
    // Full or forbidden: the next skeleton guesses.
  }
}
