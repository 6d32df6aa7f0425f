import { randomBytes } from 'node:crypto'

const longAt = 126
const longest = 127

/** One text frame of a client: its bytes are masked, as the protocol asks. */
export function clientFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const isLong = body.length >= longAt
  const head = Buffer.from(
    isLong ? [0x81, 0x80 | longAt, body.length >> 8, body.length & 255] : [0x81, 0x80 | body.length],
  )
  const mask = randomBytes(4)
  for (let at = 0; at < body.length; at += 1) body[at] = (body[at] ?? 0) ^ (mask[at & 3] ?? 0)
  return Buffer.concat([head, mask, body])
}

/**
 * Reads a server's frames out of pieces; only what a piece leaves over is copied. `hear` gets bytes that are reused.
 */
export function createFrameReader(hear: (opcode: number, body: Buffer) => void) {
  let kept: Buffer | null = null
  const sizeOf = (bytes: Buffer, at: number): { head: number; size: number } | null => {
    const short = (bytes[at + 1] ?? 0) & 127
    if (short < longAt) return bytes.length - at < 2 ? null : { head: 2, size: short }
    if (short === longest)
      return bytes.length - at < 10 ? null : { head: 10, size: Number(bytes.readBigUInt64BE(at + 2)) }
    return bytes.length - at < 4 ? null : { head: 4, size: bytes.readUInt16BE(at + 2) }
  }
  return (piece: Buffer) => {
    const bytes = kept ? Buffer.concat([kept, piece]) : piece
    let at = 0
    while (at < bytes.length) {
      const found = sizeOf(bytes, at)
      if (!found || bytes.length < at + found.head + found.size) break
      const begin = at + found.head
      hear((bytes[at] ?? 0) & 15, bytes.subarray(begin, begin + found.size))
      at = begin + found.size
    }
    kept = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null
  }
}
