// Just enough of RFC 6455 for text messages between the console and the mock.
import { createHash } from 'node:crypto'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Completes the handshake; calls text(message) for each text frame and gone() at the end. */
export function accept(req, socket, { text, gone }) {
  const key = createHash('sha1').update(req.headers['sec-websocket-key'] + GUID).digest('base64')
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`)
  let buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (let f = read(buffer); f; f = read(buffer)) {
      buffer = buffer.subarray(f.size)
      if (f.opcode === 8) socket.end()
      if (f.opcode === 1) text(f.payload.toString('utf8'))
    }
  })
  socket.on('close', gone)
  socket.on('error', () => socket.destroy())
  return {
    send: (message) => socket.writable && socket.write(frame(1, Buffer.from(message))),
    close: (code) => {
      const payload = Buffer.alloc(2)
      payload.writeUInt16BE(code)
      if (socket.writable) socket.end(frame(8, payload))
    },
  }
}

function read(b) {
  if (b.length < 2) return null
  let size = b[1] & 127
  let at = 2
  if (size === 126) {
    if (b.length < 4) return null
    size = b.readUInt16BE(2)
    at = 4
  } else if (size === 127) return null // no console message is that long
  if (b.length < at + 4 + size) return null
  const mask = b.subarray(at, at + 4)
  const payload = Buffer.from(b.subarray(at + 4, at + 4 + size))
  payload.forEach((v, i) => (payload[i] = v ^ mask[i & 3]))
  return { opcode: b[0] & 15, payload, size: at + 4 + size }
}

function frame(opcode, payload) {
  const n = payload.length
  const head = n < 126 ? Buffer.from([0x80 | opcode, n]) : Buffer.alloc(n < 65536 ? 4 : 10)
  if (n >= 126 && n < 65536) {
    head[0] = 0x80 | opcode
    head[1] = 126
    head.writeUInt16BE(n, 2)
  } else if (n >= 65536) {
    head[0] = 0x80 | opcode
    head[1] = 127
    head.writeBigUInt64BE(BigInt(n), 2)
  }
  return Buffer.concat([head, payload])
}
