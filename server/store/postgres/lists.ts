import type { ColumnValue } from '#server/core/table-def.ts'

// Lists as parameters, in PostgreSQL's binary form of an array: one dimension that begins at 1, and before each element
// its length. As literals, long texts cost several times as much to write, and to read.

const oids = { bytea: 17, bigint: 20, int: 23, text: 25 } as const
const headBytes = 20
const lengthBytes = 4
const nothing = -1

const sizes = { bigint: 8, int: 4 } as const
type Value = ColumnValue | Buffer
const sizeOf = (type: keyof typeof oids, value: Value) => {
  if (value === null) return 0
  if (Buffer.isBuffer(value)) return value.length
  return type === 'bigint' || type === 'int' ? sizes[type] : Buffer.byteLength(String(value))
}
function writeInteger(bytes: Buffer, at: number, type: keyof typeof sizes, value: number) {
  if (!Number.isSafeInteger(value)) throw new Error(`not an integer: ${value}`)
  if (type === 'int') return bytes.writeInt32BE(value, at)
  const high = Math.floor(value / 2 ** 32)
  bytes.writeInt32BE(high, at)
  return bytes.writeUInt32BE(value - high * 2 ** 32, at + 4)
}
const listOf =
  <T extends Value>(type: keyof typeof oids) =>
  (values: readonly T[]) => {
    const lengths = values.map((value) => sizeOf(type, value))
    const bytes = Buffer.allocUnsafe(headBytes + lengths.reduce((sum, length) => sum + lengthBytes + length, 0))
    const head = [
      values.length === 0 ? 0 : 1,
      values.some((value) => value === null) ? 1 : 0,
      oids[type],
      values.length,
      1,
    ]
    head.forEach((word, at) => bytes.writeInt32BE(word, at * 4))
    let at = headBytes
    values.forEach((value, n) => {
      const length = lengths[n] ?? 0
      bytes.writeInt32BE(value === null ? nothing : length, at)
      at += lengthBytes
      if (value === null) return
      if (Buffer.isBuffer(value)) value.copy(bytes, at)
      else if (type === 'bigint' || type === 'int') writeInteger(bytes, at, type, Number(value))
      else bytes.write(String(value), at, 'utf8')
      at += length
    })
    return values.length === 0 ? bytes.subarray(0, 12) : bytes
  }

export const bigints = listOf<ColumnValue>('bigint')
export const integers = listOf<ColumnValue>('int')
export const texts = listOf<ColumnValue>('text')
export const bytes = listOf<Buffer>('bytea')
