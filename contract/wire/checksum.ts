const polynomial = 0xedb88320
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1
  return rest
})

/** CRC-32 (the one of zip and ethernet) of plain ASCII text. */
export function crc32(text: string): number {
  let rest = 0xffffffff
  for (let at = 0; at < text.length; at++) rest = (rest >>> 8) ^ (table[(rest ^ text.charCodeAt(at)) & 0xff] ?? 0)
  return (rest ^ 0xffffffff) >>> 0
}

type Rows = readonly (readonly [price: string, amount: string])[]
const checkedLevels = 10

/** The `cs` of a depth channel: both sides agree on the ten best levels of each side, or the client has a hole. */
export function bookChecksum(bids: Rows, asks: Rows): number {
  const rows = [...bids.slice(0, checkedLevels), ...asks.slice(0, checkedLevels)]
  return crc32(rows.map(([price, amount]) => `${price}:${amount}`).join(','))
}
