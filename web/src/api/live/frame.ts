// The envelope of the socket. What does not fit is refused here, so that the
// rest may trust a frame's shape; payloads are read by the topic's reducer.

export interface Frame {
  id: string
  seq: number
  topic: string
  type: 'snap' | 'delta'
  payload: unknown
}

export type Message = { kind: 'frame'; frame: Frame } | { kind: 'ping' } | { kind: 'pong' } | { kind: 'refused'; id: string; detail: string }

/** A frame above this size in characters is dropped; the server's own limit is lower. */
export const MAX_FRAME = 4 << 20

/** Null for anything that is not a message of the protocol. Never throws. */
export function parse(data: unknown): Message | null {
  if (typeof data !== 'string' || data.length > MAX_FRAME) return null
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const o = value as Record<string, unknown>
  switch (o.type) {
    case 'ping':
      return { kind: 'ping' }
    case 'pong':
      return { kind: 'pong' }
    case 'error': {
      const id = typeof o.id === 'string' ? o.id : ''
      const inner = (typeof o.payload === 'object' && o.payload !== null ? o.payload : o) as Record<string, unknown>
      return { kind: 'refused', id, detail: typeof inner.detail === 'string' ? inner.detail : 'refused' }
    }
    case 'snap':
    case 'delta':
      if (typeof o.id !== 'string' || typeof o.seq !== 'number' || !Number.isFinite(o.seq)) return null
      return {
        kind: 'frame',
        frame: { id: o.id, seq: o.seq, topic: typeof o.topic === 'string' ? o.topic : '', type: o.type, payload: o.payload },
      }
    default:
      return null
  }
}
