/** What of a file is sent: all of it, one part, or nothing because the part lies beyond it. */
type Part =
  | { readonly status: 200; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly status: 206; readonly bytes: Uint8Array<ArrayBuffer>; readonly range: string }
  | { readonly status: 416; readonly range: string }

/** One range of bytes; several at once, and what is no range, get the whole file. */
const one = /^bytes=(\d{0,15})-(\d{0,15})$/

/** The part of a file that a player asks for: without parts some browsers play no film, and none moves within one. */
export function partOf(bytes: Uint8Array<ArrayBuffer>, asked: string | undefined): Part {
  const [, first = '', last = ''] = one.exec(asked ?? '') ?? []
  if (first === '' && last === '') return { status: 200, bytes }
  const size = bytes.length
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < from) return { status: 200, bytes }
  if (from > to) return { status: 416, range: `bytes */${size}` }
  return { status: 206, bytes: bytes.slice(from, to + 1), range: `bytes ${from}-${to}/${size}` }
}
