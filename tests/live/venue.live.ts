import { startChild } from '#tests/proof/venue-child.ts'
import { textOf } from '#tests/support/files.ts'
import { openPort } from '#tests/support/open-port.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { name, startProxy } from './proxy.ts'
import { load } from 'js-yaml'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'

const folder = mkdtempSync(join(tmpdir(), 'live-'))
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

let sent: Record<string, string> = {}
/** Takes text messages as a provider would. */
async function startProvider() {
  const server = createServer((request, answer) => {
    let text = ''
    request.on('data', (piece) => (text += String(piece)))
    request.on('end', () => {
      const { to, text: said }: { to: string; text: string } = JSON.parse(text)
      sent = { ...sent, [to]: said }
      answer.end()
    })
  })
  const { url, close } = await openPort(server)
  stops.push(close)
  return url
}

let ports: Awaited<ReturnType<typeof startProxy>>
let ask: (typeof ports)['ask']
let token = ''
const json = { 'content-type': 'application/json' }
const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const headers = { ...json, 'idempotency-key': randomUUID() }
  const answer = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return JSON.parse(String(answer.body))
}
/** Registers by phone with the code that the provider was given; the token of the login that this opens. */
async function enter() {
  const user_string = '91234567'
  const asked = await post('/api/sms_send', { area_code: '852', user_string, type: 'register' })
  const said = await vi.waitFor(() => Object.values(sent)[0] ?? Promise.reject(new Error(JSON.stringify(asked))))
  const [code] = /\d{6}/.exec(said) ?? []
  const password = { password: 'secret1', re_password: 'secret1' }
  const made = await post('/api/user/register', { areacode: '852', user_string, type: 'mobile', code, ...password })
  expect(made).toMatchObject({ type: 'ok' })
  return String(fieldOf(made['data'], 'session'))
}

beforeAll(async () => {
  const venue = await startChild(join(folder, 'data'), '', {
    NODE_ENV: 'production',
    DEMO: undefined,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    ORIGINS: `https://${name}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: `no-reply@${name}`,
    SMS_WEBHOOK: await startProvider(),
    PRICE_FEEDS: 'binance=ws://127.0.0.1:1,okx=ws://127.0.0.1:1',
    DESK_ACCOUNTS: 'first@kontor.example,second@kontor.example',
    METRICS_TOKEN: 'a-long-random-text',
    DIST_DIR: resolve('dist'),
  })
  stops.push(venue.stop)
  if (venue.url === null) throw new Error(venue.said())
  ports = await startProxy(folder, venue.url.replace(/\/$/, ''))
  stops.push(ports.stop)
  ask = ports.ask
  await vi.waitFor(() => ask('/healthz'), { timeout: 20_000 })
  token = await enter()
}, 60_000)

test('LIVE-1 the page comes over HTTP/2 with HSTS, plain HTTP leads there, and a live venue says that it has no price yet', async () => {
  const page = await ask('/', { headers: { 'accept-encoding': 'br' } })
  expect(page).toMatchObject({
    status: 200,
    headers: { 'strict-transport-security': 'max-age=31536000', 'content-encoding': 'br' },
  })
  const moved = await new Promise<unknown>((done) =>
    get(`http://127.0.0.1:${ports.plain}/pages?a=1`, { headers: { Host: name } }, (answer) => {
      answer.resume()
      done([answer.statusCode, answer.headers.location])
    }),
  )
  expect(moved).toEqual([301, `https://${name}/pages?a=1`])
  expect(String((await ask('/readyz')).body)).toBe('ready, but no market has a price')
})
test('LIVE-2 a long answer of the API is compressed, and figures are for who has their token', async () => {
  const areas = (more = {}) => ask('/api/area_code', { method: 'POST', headers: { ...json, ...more }, body: '{}' })
  const [plain, packed] = [await areas(), await areas({ 'accept-encoding': 'gzip' })]
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect(packed.body.length).toBeLessThan(plain.body.length / 3)
  expect(Object.keys(JSON.parse(String(gunzipSync(packed.body))))).toEqual(Object.keys(JSON.parse(String(plain.body))))
  expect((await ask('/metrics')).status).toBe(404)
  const figures = await ask('/metrics', { headers: { authorization: 'Bearer a-long-random-text' } })
  expect(String(figures.body)).toContain('kontor_users')
})
test('LIVE-3 a file of 12 MB passes and comes back whole; one that is too large is refused in the words of the app', async () => {
  const upload = async (bytes: Buffer) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], 'a.bin'))
    const whole = new Response(form)
    return ask('/chat/fileServer/upload/chat', {
      method: 'POST',
      headers: { authorization: token, 'content-type': whole.headers.get('content-type') ?? '' },
      body: Buffer.from(await whole.arrayBuffer()),
    })
  }
  const bytes = Buffer.alloc(12 * 2 ** 20, 'kontor')
  const answer = await upload(bytes)
  const saved: unknown = JSON.parse(String(answer.body)).data
  expect([answer.status, fieldOf(saved, 'size')]).toEqual([200, bytes.length])
  expect((await ask(String(fieldOf(saved, 'url')))).body.equals(bytes)).toBe(true)
  const refused = await upload(Buffer.alloc(51 * 2 ** 20))
  expect(JSON.parse(String(refused.body))).toMatchObject({ reason: 'file_too_large' })
})
test('LIVE-4 a socket of the page opens and speaks, that of another page does not', async () => {
  const dial = (origin: string) =>
    new Promise<unknown>((done) => {
      const socket = new WebSocket(`wss://127.0.0.1:${ports.tls}/ws`, {
        agent: new Agent({ ca: ports.ca, servername: name }),
        headers: { Host: name, Origin: origin },
      })
      onTestFinished(() => socket.terminate())
      socket.on('open', () => socket.send('{}'))
      socket.on('message', (frame) => done(fieldOf(JSON.parse(String(frame)), 'op') ?? JSON.parse(String(frame))))
      socket.on('unexpected-response', (_, { statusCode }) => done(statusCode))
      socket.on('error', (thrown) => done(thrown.message))
    })
  expect(await dial('https://evil.example')).toBe(403)
  expect(await dial(`https://${name}`)).toMatchObject({})
})
test('LIVE-5 the alarms see the first event, and Prometheus takes what is shipped and shown', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { stdio: 'pipe', encoding: 'utf8' })
  promtool('check', 'rules', 'deploy/rules.yml', 'deploy/rules.scale.yml')
  promtool('test', 'rules', 'tests/live/rules.yml')
  const [, shown = ''] = /^```yaml\n(.*?)^```/ms.exec(textOf('docs/operate.md')) ?? []
  expect(load(shown)).toMatchObject({ rule_files: ['rules.yml'] })
  cpSync('deploy/rules.yml', join(folder, 'rules.yml'))
  writeFileSync(join(folder, 'prometheus.yml'), shown)
  promtool('check', 'config', join(folder, 'prometheus.yml'))
  const rung = new Set([...textOf('tests/live/rules.yml').matchAll(/alertname: (\w+)/g)].map(([, each]) => each))
  const shipped = [...textOf('deploy/rules.yml').matchAll(/alert: (\w+)/g)].map(([, each]) => each)
  expect(shipped.filter((each) => !rung.has(each))).toEqual([])
})
test('LIVE-6 systemd knows every setting of the units', () => {
  const units = readdirSync('deploy/systemd').map((unit) => join('deploy/systemd', unit))
  const said = units.map((unit) => spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' }).stderr)
  expect(said.filter((each) => each.includes('deploy/systemd'))).toEqual([])
})
test.each([
  ['the demo', ['compose.yml'], ['kontor']],
  ['a live venue', ['compose.yml', 'compose.live.yml'], ['kontor']],
  ['several processes', ['compose.scale.yml'], ['gateway-1', 'gateway-2', 'postgres', 'venue-1', 'venue-2']],
])('LIVE-8 compose reads the files of %s, and puts together what belongs together', (_, files, services) => {
  const named = files.flatMap((file) => ['-f', join('deploy', file)])
  const told = execFileSync('docker-compose', [...named, 'config'], { stdio: 'pipe', encoding: 'utf8' })
  const whole: { services: Record<string, object> } = JSON.parse(JSON.stringify(load(told)))
  expect(Object.keys(whole.services)).toEqual(expect.arrayContaining(services))
})
test('LIVE-7 the commands that the chapter shows do what it says, on the folder of the running venue', () => {
  const [, shown = ''] = /^```sh\n(DATA_DIR\S+ npm run backup.*?)^```/ms.exec(textOf('docs/operate.md')) ?? []
  const [, archive = ''] = /^```sh\n(DATA_DIR\S+ npm run archive.*?)^```/ms.exec(textOf('docs/operate.md')) ?? []
  const here = (text: string) =>
    text
      .replaceAll('/var/lib/kontor-new', join(folder, 'restored'))
      .replaceAll('/var/lib/kontor', join(folder, 'data'))
      .replaceAll('/var/backups', join(folder, 'backups'))
      .replaceAll('/var/archive', folder)
  const run = (text: string) => execFileSync('sh', ['-e'], { input: here(text), stdio: 'pipe', encoding: 'utf8' })
  const said = run(shown)
  expect(said.match(/^Backed up to/gm)).toHaveLength(2)
  expect(said).toMatch(/^Restored to \S+\/restored: \d+ journal entries, 1 uploads; the hash chain holds/m)
  expect(readdirSync(join(folder, 'backups', 'kontor'))).toHaveLength(2)
  expect(run(archive.replace('/var/lib/kontor', '/var/lib/kontor-new'))).toContain('nothing to archive')
})
