import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

// Many long texts as one value: a line of JSON that says what there is, and then the texts, a line each. They are JSON
// themselves and so hold no line ends; as strings within JSON they would be escaped, and read back, at each end. What
// is large is compressed at the lowest level, which costs less than sending what it saves; a value says by its first
// byte which it is.

/** Stands for the next of the lines; a text that cannot be one, because it is not JSON, stands in its place itself. */
const nextLine = 1
export type Line = typeof nextLine | string
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** The first byte of what is compressed; what is not begins with a bracket. */
const compressed = 0x28

/** Gathers texts; `bytes` is the value, compressed from so many bytes on. */
export function writeLines() {
  const lines: string[] = ['']
  return {
    line: (text: string): Line => {
      if (text.includes('\n') || !text.isWellFormed()) return text
      lines.push(text)
      return nextLine
    },
    bytes: (head: readonly unknown[], compressFrom: number): Buffer => {
      lines[0] = JSON.stringify(head)
      const plain = Buffer.from(lines.join('\n'))
      return plain.length < compressFrom ? plain : zstdCompressSync(plain, fast)
    },
  }
}
/** The head of a value, and its texts in the order in which they were gathered. */
export function readLines<Head>(bytes: Buffer): { head: Head; text: (line: Line) => string } {
  const plain = bytes[0] === compressed ? zstdDecompressSync(bytes) : bytes
  const [first = '', ...lines] = plain.toString().split('\n')
  const head: Head = JSON.parse(first)
  let taken = 0
  return {
    head,
    text: (line) => {
      if (line !== nextLine) return line
      const text = lines[taken]
      taken += 1
      if (text === undefined) throw new Error('a text is missing')
      return text
    },
  }
}
