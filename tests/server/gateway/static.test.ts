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
writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify({ name: 'Kontor', short_name: 'Kontor' }))
packFolder(folder)
const statics = createStatics(folder, '/')
const request = async (path: string, accepted?: string) =>
  statics.request(path, { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } })
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['current browsers', 'gzip, deflate, br, zstd', 'br'],
  ['an older browser', 'gzip, deflate', 'gzip'],
  ['a browser that rejects Brotli', 'br;q=0, gzip', 'gzip'],
  ['an unknown coding', 'brotli', null],
  ['no header', undefined, null],
])('LOAD-1 a built file is sent in the best compression that the browser accepts: %s', async (_, accepted, coding) => {
  const answer = await request('/assets/main-1.js', accepted)
  expect(answer.headers.get('Content-Encoding')).toBe(coding)
  expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const read = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  expect(new TextDecoder().decode(read)).toBe(script)
  expect(bytes.length < script.length / 10).toBe(coding !== null)
})
test('LOAD-1 the page itself is compressed too, and revalidated each time', async () => {
  const answer = await request('/', 'br')
  expect(answer.headers.get('Content-Encoding')).toBe('br')
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
})
test('LOAD-1 small files are sent uncompressed, and compressed copies have no URL of their own', async () => {
  expect((await request('/assets/small-1.js', 'br')).headers.get('Content-Encoding')).toBeNull()
  expect((await request('/assets/main-1.js.br', 'br')).status).toBe(404)
})
test('HELP-1 the page and the manifest have the name of the operator, before any script has run', async () => {
  const own = createStatics(folder, '/', 'Nord & Co')
  const sent = async (path: string) => (await own.request(path, { headers: { 'Accept-Encoding': 'br' } })).text()
  expect((await sent('/')).slice(0, 48)).toBe('<!doctype html><title>Nord &amp; Co</title><p>wo')
  expect(JSON.parse(await sent('/manifest.webmanifest'))).toEqual({ name: 'Nord & Co', short_name: 'Nord & Co' })
  expect(await (await request('/manifest.webmanifest')).json()).toEqual({ name: 'Kontor', short_name: 'Kontor' })
})
