const polynomial = 0xedb88320
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
  return crc
})

/** CRC-32 (IEEE 802.3, as in zip) of ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++) crc = (crc >>> 8) ^ (table[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

type Rows = readonly (readonly [price: string, amount: string])[]
const checkedLevels = 10

/**
 * The `cs` of a depth channel: the checksum of the ten best levels of each side. If the client's differs, it has a gap.
 */
export function bookChecksum(bids: Rows, asks: Rows): number {
  const rows = [...bids.slice(0, checkedLevels), ...asks.slice(0, checkedLevels)]
  return crc32(rows.map(([price, amount]) => `${price}:${amount}`).join(','))
}
