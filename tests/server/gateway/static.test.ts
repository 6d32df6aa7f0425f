import { packFolder } from '#scripts/pack.ts'
import { createStatics } from '#server/gateway/static.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'static-'))
const script = 'console.log("the same word again"); '.repeat(100)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Kontor</title>${'<p>words</p>'.repeat(100)}`)
writeFileSync(join(folder, 'assets', 'main-1.js'), script)
writeFileSync(join(folder, 'assets', 'small-1.js'), 'void 0')
packFolder(folder)
const statics = createStatics(folder, '/')
const knock = async (path: string, accepted?: string) => statics.request(path, { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } })
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['what every browser says', 'gzip, deflate, br, zstd', 'br'],
  ['an older one', 'gzip, deflate', 'gzip'],
  ['one that will not have it', 'br;q=0, gzip;q=0.5', 'gzip'],
  ['one that names something else', 'brotli', null],
  ['one that says nothing', undefined, null],
])('LOAD-1 a built file is sent as tight as the browser takes it: %s', async (_, accepted, coding) => {
  const answer = await knock('/assets/main-1.js', accepted)
  expect(answer.headers.get('Content-Encoding')).toBe(coding)
  expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const read = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  expect(new TextDecoder().decode(read)).toBe(script)
  expect(bytes.length < script.length / 10).toBe(coding !== null)
})
test('LOAD-1 the page itself is packed too, and asked anew each time', async () => {
  const answer = await knock('/', 'br')
  expect(answer.headers.get('Content-Encoding')).toBe('br')
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
})
test('LOAD-1 what is too small to gain is sent as it is, and a packed copy is no page of its own', async () => {
  expect((await knock('/assets/small-1.js', 'br')).headers.get('Content-Encoding')).toBeNull()
  expect((await knock('/assets/main-1.js.br', 'br')).status).toBe(404)
})
