const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The idempotency key of one intent (UUIDv7), created at the tap and sent again with every retry. `nowMs` is the time
 * of the server; while it is unknown (0) or not given, that of the device.
 */
export const newKey = (nowMs = 0) => {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const time = Math.max(0, Math.floor(nowMs || Date.now()))
    .toString(16)
    .padStart(12, '0')
  const tail = hex(bytes)
  const variant = '89ab'[(bytes[2] ?? 0) & 3] ?? '8'
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(5, 8)}-${tail.slice(8)}`
}
