const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The idempotency key of one intent, created at the tap and sent again with every retry: a UUIDv7 with `nowMs`, the
 * time of the server. While that is unknown (0) or not given a random one: the clock of the device may be wrong.
 */
export const newKey = (nowMs = 0) => {
  const random = hex(crypto.getRandomValues(new Uint8Array(16)))
  const isTimed = nowMs > 0
  const time = isTimed ? Math.floor(nowMs).toString(16).padStart(12, '0') : random.slice(0, 12)
  const variant = '89ab'[Number.parseInt(random.slice(16, 17), 16) & 3] ?? '8'
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `${isTimed ? 7 : 4}${random.slice(13, 16)}`,
    `${variant}${random.slice(17, 20)}`,
  ]
  return [...parts, random.slice(20)].join('-')
}
