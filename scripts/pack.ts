import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this a packed file saves nothing that the network would notice. */
const leastBytes = 512
const kinds = /\.(?:js|css|html|svg|json|webmanifest)$/

/** Lays a packed copy beside every text file of a built client, once, as tight as it goes: sending then costs nothing. */
export function packFolder(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !kinds.test(entry.name) || entry.parentPath.endsWith('.vite')) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file)
    if (text.length < leastBytes) continue
    const sizeHint = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { ...sizeHint, [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
}
