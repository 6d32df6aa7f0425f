import { superviseVenue } from '#scripts/supervise.ts'
import { waitsForVenue } from '#server/dev.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/**
 * A program that reads its source when it starts, as a venue does: it tells its address and what it was started from.
 */
const program = `
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const source = readFileSync(process.argv[2], 'utf8')
if (source === 'broken') { console.log('cannot start'); process.exit(3) }
const server = createServer((_, response) => response.end(source))
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log('http://127.0.0.1:' + server.address().port + '/'))
process.on('SIGTERM', () => { server.closeAllConnections(); server.close() })
`
function stage(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'supervise-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const watched = join(folder, 'server', 'deep')
  mkdirSync(watched, { recursive: true })
  const file = join(watched, 'a.ts')
  writeFileSync(join(folder, 'program.mjs'), program)
  writeFileSync(file, source)
  const said: string[] = []
  const waiting: { part: string; found: (line: string) => void }[] = []
  const venue = superviseVenue({
    folders: [join(folder, 'server')],
    command: [process.execPath, join(folder, 'program.mjs'), file],
    say: (line) => {
      said.push(line)
      const at = waiting.findIndex(({ part }) => line.includes(part))
      if (at >= 0) waiting.splice(at, 1)[0]?.found(line)
    },
  })
  onTestFinished(venue.stop)
  const next = (part: string) => new Promise<string>((found) => waiting.push({ part, found }))
  return { venue, said, next, write: (text: string) => writeFileSync(file, text), folder: watched }
}
const served = async (url: string) => (await fetch(url)).text()

test('START-6 in development a changed source of the venue starts it anew, at the same address', async () => {
  const { venue, said, next, write } = stage('one')
  const url = await next('http')
  expect(await served(url)).toBe('one')
  write('two')
  expect(await next('restarted')).toBe(`restarted: ${url}`)
  expect(await served(url)).toBe('two')
  venue.stop()
  expect(await venue.ended).toBe(0)
  expect(said).toEqual([url, `restarted: ${url}`])
})
test('START-6 what the venue runs from is no update of the page: it waits for the process that is started anew', () => {
  const { hotUpdate } = waitsForVenue('/kontor')
  expect(
    ['locales/en/spot.json', 'contract/spot/spot.ts', 'server/main.ts'].map((file) =>
      hotUpdate({ file: `/kontor/${file}` }),
    ),
  ).toEqual([[], [], []])
  expect(
    ['src/main.tsx', 'src/locales/a.ts', 'streams/feeds.ts'].map((file) => hotUpdate({ file: `/kontor/${file}` })),
  ).toEqual([undefined, undefined, undefined])
})
test('START-6 a venue that fails after a change waits for the next one', async () => {
  const { next, write } = stage('one')
  const url = await next('http')
  write('broken')
  await next('has ended')
  write('three')
  await next('restarted')
  expect(await served(url)).toBe('three')
})
test('START-6 a venue that cannot start at all ends the development server with its exit code', async () => {
  const { venue, said } = stage('broken')
  expect(await venue.ended).toBe(3)
  expect(said).toEqual(['cannot start'])
})
