import { answerOf } from '#tests/support/people.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'

/** Runs the server in a separate process with the most verbose logging. */
const program =
  "const { main } = await import('#server/main.ts'); const { url, stop } = await main(process.env); console.log(url); process.on('SIGTERM', () => void stop().then(() => process.exit(0)))"
let child: ChildProcess
let folder = ''
let url = ''
const output: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-canaries-'))
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DEMO: '1',
    LOG_LEVEL: 'trace',
    RATE_FACTOR: '100',
    DATA_DIR: folder,
    DIST_DIR: folder,
    PORT: '0',
    BIND: '127.0.0.1',
    HOST: '127.0.0.1',
  }
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!child.stdout || !child.stderr) throw new Error('the process has no output')
  createInterface(child.stderr).on('line', (line) => output.push(line))
  const out = createInterface(child.stdout)
  out.on('line', (line) => output.push(line))
  const [first] = await once(out, 'line')
  url = String(first)
}, 60_000)
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

const call = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : null
  return answerOf(value)
}
const mail = 'canary@kontor.test'
const password = 'canary-password'
const pin = '918273'
/** Secrets that no log and no file may contain; more are added while the test uses them. */
const secrets = new Set([password, `${password}-wrong`, 'canary-header', 'canary-body', 'canary-frame', 'canary-query'])

const useSecrets = async () => {
  const sent = await call('api/sms_mail', { user_string: mail, type: 'register' })
  const code = String(sent.data?.['demo_code'])
  await call('api/user/register', { type: 'email', user_string: mail, code, password, re_password: password })
  const loginCode = String((await call('api/sms_mail', { user_string: mail, type: 'login' })).data?.['demo_code'])
  await call('api/user/login', { user_type: 'email', user_string: mail, password: `${password}-wrong` })
  const token = String(
    (await call('api/user/login', { user_type: 'email', user_string: mail, password, code: loginCode })).message,
  )
  const headers = { Authorization: token, 'Idempotency-Key': '0190a000-0000-4000-8000-000000000001' }
  const own = String((await call('api/set/sms_other_mail', {}, { Authorization: token })).data?.['demo_code'])
  await call('api/safe/update_password', { password: pin, re_password: pin, code: own }, headers)
  await call(
    'api/safe/update_password',
    { password: pin, re_password: pin, oldpassword: '192837' },
    { Authorization: token },
  )
  secrets.add(token)
  return { token, center: await fetch(`${url}api/user/center`, { headers: { Authorization: token } }) }
}
/** Requests that fail in every way that is logged. */
const failInEveryWay = async (token: string) => {
  await call('api/user/login?password=canary-query', {}, { Authorization: 'canary-header' })
  await call('api/user/login', '{"password":"canary-body', { Authorization: token })
  await call('api/user/login', { password: { 'canary-body': 1 } })
  await call('chat/fileServer/upload/kyc', 'canary-body', {
    Authorization: token,
    'Content-Type': 'multipart/form-data; boundary=canary-body',
  })
  await fetch(`${url}upload/%ff?s=canary-query`)
  await fetch(`${url}metrics`, {
    headers: { Authorization: 'Bearer canary-header', 'X-Forwarded-For': 'canary-header\t"level":60' },
  })
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws?token=canary-query`, ['x1.json'], {
    origin: url.slice(0, -1),
  })
  await once(socket, 'open')
  socket.send(
    JSON.stringify({ i: 1, m: 'auth', p: { token: 'canary-frame', lang: 'en', device: 'd', tab: 't', v: 1 } }),
  )
  await once(socket, 'close')
}

test('AT76 neither the most verbose log nor any file of the server contains a password, a PIN, a code or a token', {
  timeout: 60_000,
}, async () => {
  const { token, center } = await useSecrets()
  expect(center.status).toBe(200)
  expect(await center.text()).toContain('"has_password":1')
  expect(token).toMatch(/^[\w-]{43}$/)
  await failInEveryWay(token)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const lines = output.join('\n')
  expect([...secrets, pin, mail].filter((secret) => lines.includes(secret))).toEqual([])
  const files = await readdir(folder)
  expect(files).toContain('venue.db')
  for (const name of files.filter((one) => one.startsWith('venue.db'))) {
    const bytes = (await readFile(join(folder, name))).toString('latin1')
    expect([...secrets].filter((secret) => bytes.includes(secret))).toEqual([])
    expect(bytes).not.toMatch(/"pin":"918273"|"code":"\d{6}"|password":"canary/)
  }
  expect(output.filter((line) => !line.startsWith('{') && !line.startsWith('http'))).toEqual([])
})
