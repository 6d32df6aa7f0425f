const opText = 0x81
const max16BitSize = 0xffff
/**
 * The cache is cleared when it has this many texts: more than one pass of the send queue produces need not be cached.
 */
const maxCached = 512

/** One text as an unfragmented, unmasked, uncompressed WebSocket frame (RFC 6455). */
export function frameOf(text: string): Buffer {
  const size = Buffer.byteLength(text)
  const head = size < 126 ? 2 : size <= max16BitSize ? 4 : 10
  const bytes = Buffer.allocUnsafe(head + size)
  bytes[0] = opText
  if (head === 2) bytes[1] = size
  else if (head === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(size, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(size), 2)
  }
  bytes.write(text, head, 'utf8')
  return bytes
}

/**
 * Encodes frames. `shared` encodes a text that many sockets are sent once, so that all of them write the same buffer.
 */
export function createFrames() {
  const cache = new Map<string, Buffer>()
  return {
    one: frameOf,
    shared: (text: string): Buffer => {
      const cached = cache.get(text)
      if (cached) return cached
      if (cache.size >= maxCached) cache.clear()
      const frame = frameOf(text)
      cache.set(text, frame)
      return frame
    },
  }
}
