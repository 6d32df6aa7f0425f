import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Smaller files are not compressed: the saving would not matter on the network. */
const minBytes = 512
const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/

/**
 * Writes Brotli and gzip copies next to every text file of a built client, at the highest level, so that the server
 * need not compress when sending.
 */
export function packFolder(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name) || entry.parentPath.endsWith('.vite')) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file)
    if (text.length < minBytes) continue
    const sizeHint = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(text, { params: { ...sizeHint, [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
}
