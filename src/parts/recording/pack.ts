const gzipMarks = [0x1f, 0x8b]

/** A file of text, compressed where the browser can do that. */
export async function packed(text: string, name: string): Promise<File> {
  if (typeof CompressionStream === 'undefined')
    return new File([text], `${name}.jsonl`, { type: 'application/x-ndjson' })
  const bytes = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return new File([bytes], `${name}.jsonl.gz`, { type: 'application/gzip' })
}
/** More than a recording may be: a small file may unpack to much. */
const maxChars = 40_000_000
/** The text of a file, compressed or not; null if it cannot be read. */
export async function unpacked(file: Blob): Promise<string | null> {
  const begin = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = gzipMarks.every((byte, at) => begin[at] === byte)
  const reader = (isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream())
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value
      if (text.length > maxChars) return null
    }
    return text
  } catch {
    return null
  }
}
