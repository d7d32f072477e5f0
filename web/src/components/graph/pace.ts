// Numbers are written a few times a second, however often they change: nobody
// reads ten figures a second. A change of state does not wait for this.

/** Runs the callback after so many milliseconds. */
export type Later = (run: () => void, ms: number) => void

export class Pace {
  private readonly due = new Set<() => void>()

  constructor(
    private readonly ms = 250,
    // Wrapped: a browser refuses its timer as the method of somebody else.
    private readonly later: Later = (run, ms) => void setTimeout(run, ms),
  ) {}

  /** Does it at the next turn, once however often it is asked for. */
  ask(write: () => void): void {
    if (this.due.size === 0) this.later(() => this.turn(), this.ms)
    this.due.add(write)
  }

  forget(write: () => void): void {
    this.due.delete(write)
  }

  private turn(): void {
    const now = [...this.due]
    this.due.clear()
    for (const write of now) write()
  }
}
