import { refusedBecause } from '@/lib/i18n/refused'

/** A refusal of the API (RFC 9457 problem details) or a request that never arrived. */
export class Problem extends Error {
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    /** The stable code of the API, such as "stale"; "offline" when no answer came. */
    readonly code: string,
    /** One sentence for a person, in English. */
    readonly english: string,
    /** Names the request in the server's log. */
    readonly requestId?: string,
    /** The whole answer: "stale" brings the current text, "does_not_compile" the diagnostics. */
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(english)
    this.name = 'Problem'
  }

  /** The sentence in the reader's language, where that has it. */
  get detail(): string {
    return refusedBecause(this.body, this.english)
  }

  static offline(cause: unknown): Problem {
    return new Problem(0, 'offline', cause instanceof Error ? cause.message : String(cause))
  }

  /** From a body that ought to be problem details, whatever it really is. */
  static from(status: number, body: unknown, requestId?: string | null): Problem {
    const o = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined)
    return new Problem(
      status,
      text(o.code) ?? `http_${status}`,
      text(o.detail) ?? text(o.title) ?? `HTTP ${status}`,
      text(o.request_id) ?? requestId ?? undefined,
      o,
    )
  }
}

/** What an error says to a person, in the reader's language where it is a refusal. */
export function saying(error: unknown): string {
  if (error instanceof Problem) return error.detail
  return error instanceof Error ? error.message : String(error)
}
