const opText = 0x81
const longest = 0xffff
/** More texts than a turn has are not kept. */
const maxKept = 512

/** One text as a frame of the socket: whole, unmasked, not compressed, as a server may send it. */
export function frameOf(text: string): Buffer {
  const size = Buffer.byteLength(text)
  const head = size < 126 ? 2 : size <= longest ? 4 : 10
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

/** Makes frames; what many are sent is encoded once, and all sockets write the same bytes. */
export function createFrames() {
  const kept = new Map<string, Buffer>()
  return {
    one: frameOf,
    shared: (text: string): Buffer => {
      const known = kept.get(text)
      if (known) return known
      if (kept.size >= maxKept) kept.clear()
      const made = frameOf(text)
      kept.set(text, made)
      return made
    },
  }
}
