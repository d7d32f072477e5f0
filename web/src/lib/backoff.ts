/**
 * Milliseconds to wait before try number `attempt` (0 first): doubled from half
 * a second up to fifteen, then spread over its upper half so that the consoles
 * of a whole team do not come back in one instant. `random` gives 0…1.
 */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10))
  return full * (0.5 + random() * 0.5)
}
