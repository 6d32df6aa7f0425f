import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
beforeAll(async () => {
  harness = await openGateway()
})
afterAll(() => harness.stop())
const key = () =>
  `0190a000-0000-4000-8000-${Math.floor(performance.now() * 1000)
    .toString(16)
    .padStart(12, '0')}`

test('W-1 a read has the envelope and the server time, and is not cacheable if it was sent with a token', async () => {
  const { token } = await harness.enter('w1@kontor.test')
  const open = await harness.call('GET', 'api/config/getSetting')
  expect(open.answer.type).toBe('ok')
  expect(open.headers.get('Server-Now-Ms')).toBe(String(harness.venue.ctx.now()))
  expect(open.headers.get('Cache-Control')).toBeNull()
  const profile = await harness.call('GET', 'api/user/center', undefined, { Authorization: token })
  expect(profile.answer.type).toBe('ok')
  expect(profile.headers.get('Cache-Control')).toBe('no-store')
  expect(Number(profile.headers.get('Ledger-Seq'))).toBeGreaterThan(0)
  expect(profile.headers.get('Events-Head')).toMatch(/^[^:]+:\d+$/)
  expect([
    open.headers.get('Events-Head'),
    (await harness.call('GET', 'api/user/center', undefined, { Authorization: 'nobody' })).headers.get('Events-Head'),
  ]).toEqual([null, null])
})
test.each([
  ['GET', 'api/nowhere', 404, 'unknown_route'],
  ['GET', 'chat/sys/login', 405, 'method_wrong'],
  ['POST', 'api/user/center', 405, 'method_wrong'],
])('W-1 %s %s answers %i %s', async (method, path, status, reason) => {
  const { status: received, answer } = await harness.call(method, path, method === 'POST' ? {} : undefined)
  expect([received, answer.reason]).toEqual([status, reason])
})
test.each([
  ['not JSON', '{', ''],
  ['a doubled field', '{"user_string":"a@b.cc","user_string":"c@d.ee","type":"register"}', 'user_string'],
  ['a prototype key', '{"__proto__":{"a":1},"type":"register"}', '__proto__'],
  ['an unknown field', '{"user_string":"a@b.cc","type":"register","role":"admin"}', 'role'],
  ['a wrong type', '{"user_string":7,"type":"register"}', 'user_string'],
  ['a direction override', '{"user_string":"a\\u202e@b.cc","type":"register"}', 'user_string'],
])('W-3 %s is 400 with the path of the field', async (_, body, path) => {
  const { status, answer } = await harness.call('POST', 'api/sms_mail', body)
  expect([status, answer.reason, answer.params?.['path']]).toEqual([400, 'malformed', path])
})
test('W-3 a body above 64 KiB is not read', async () => {
  const { status, answer } = await harness.call(
    'POST',
    'api/sms_mail',
    JSON.stringify({ user_string: 'x'.repeat(70_000) }),
  )
  expect([status, answer.reason]).toEqual([413, 'too_large'])
})
test('AT37 a password in a URL is refused', async () => {
  const { status, answer } = await harness.call('POST', 'api/user/login?password=secret1', {})
  expect([status, answer.reason]).toEqual([400, 'secret_in_url'])
})
test('AT34 a forged token is answered with 999, by the chat service also with HTTP 401', async () => {
  const headers = { Authorization: 'x'.repeat(43) }
  const main = await harness.call('GET', 'api/user/center', undefined, headers)
  expect([main.status, main.answer.type]).toEqual([200, '999'])
  const chat = await harness.call('POST', 'chat/sys/checkLoginStatus', {}, headers)
  expect([chat.status, chat.answer.code, chat.answer.reason]).toEqual([401, 401, 'not_logged_in'])
})
test('AT35 after logout the token is invalid', async () => {
  const { token } = await harness.enter('at35@kontor.test')
  expect((await harness.call('POST', 'chat/sys/logout', {}, { Authorization: token })).answer.code).toBe(200)
  expect((await harness.call('GET', 'api/user/center', undefined, { Authorization: token })).answer.type).toBe('999')
})
test('W-2 the same key gives the same bytes, marked as replayed', async () => {
  const { token } = await harness.enter('w2@kontor.test')
  const headers = { Authorization: token, 'Idempotency-Key': key() }
  const first = await harness.call('POST', 'chat/imUser/updateUserInfo', { userName: 'Ann' }, headers)
  const again = await harness.call('POST', 'chat/imUser/updateUserInfo', { userName: 'Ann' }, headers)
  expect(again.text).toBe(first.text)
  expect([first, again].map(({ headers: received }) => received.get('Idempotency-Replayed'))).toEqual([null, 'true'])
})
test('W-17 over the rate limit the answer is 429 with the time to wait', async () => {
  const limited = await openGateway({ rateFactor: 1 })
  const all = await Promise.all(
    Array.from({ length: 12 }, () =>
      limited.call('POST', 'api/user/login', { user_type: 'email', user_string: 'x@y.zz', password: 'secret1' }),
    ),
  )
  await limited.stop()
  const over = all.filter(({ status }) => status === 429)
  expect(over).toHaveLength(2)
  expect(Number(over[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
})
test('AT55 every answer forbids framing, sniffing and foreign scripts', async () => {
  const { headers } = await harness.call('GET', 'api/config/getSetting')
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('Content-Security-Policy')).toContain("require-trusted-types-for 'script'")
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})
test('W-2 another origin is allowed only if it is in the list', async () => {
  const open = await openGateway({ origins: ['https://app.test'] })
  const ask = (Origin: string) => open.call('GET', 'api/config/getSetting', undefined, { Origin })
  expect((await ask('https://app.test')).headers.get('Access-Control-Allow-Origin')).toBe('https://app.test')
  expect((await ask('https://evil.test')).headers.get('Access-Control-Allow-Origin')).toBeNull()
  await open.stop()
})
test('AT52 W-16 only pictures are accepted; they are re-encoded, and their owner reads them by a signed link', async () => {
  const { token } = await harness.enter('at52@kontor.test')
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const send = async (bytes: Uint8Array<ArrayBuffer>, folder: string, key?: string) => {
    const form = new FormData()
    form.set('fileName', new Blob([bytes]), '../../x.png')
    const answer = await fetch(`${harness.url}chat/fileServer/upload/${folder}`, {
      method: 'POST',
      body: form,
      headers: { Authorization: token, ...(key !== undefined && { 'Idempotency-Key': key }) },
    })
    const body: { code: number; reason?: string; data?: { url: string; relativePath: string } } = await answer.json()
    return body
  }
  const stored = await send(new Uint8Array(picture), 'kyc')
  expect(stored.data?.relativePath).toMatch(/^kyc\/[\w-]{22}\.png$/)
  expect((await fetch(harness.url + (stored.data?.url ?? '').slice(1))).status).toBe(200)
  expect((await fetch(`${harness.url}upload/${stored.data?.relativePath}`)).status).toBe(404)
  const key = '0190a000-0000-4000-8000-0000000000f1'
  const [once, twice] = [
    await send(new Uint8Array(picture), 'kyc', key),
    await send(new Uint8Array(picture), 'kyc', key),
  ]
  expect([once.data?.relativePath, once.data?.relativePath === stored.data?.relativePath]).toEqual([
    twice.data?.relativePath,
    false,
  ])
  expect((await fetch(harness.url + (twice.data?.url ?? '').slice(1))).status).toBe(200)
  expect((await send(new TextEncoder().encode('<svg onload="alert(1)"/>'), 'kyc')).reason).toBe('file_type')
  expect((await send(new Uint8Array(picture), 'elsewhere')).reason).toBe('folder_unknown')
})
test('OPS-4 a long answer is packed for who takes that, a short one is not; each bears an id', async () => {
  const headersOf = async (path: string, encoding: string) =>
    (await harness.call('POST', path, {}, { 'Accept-Encoding': encoding })).headers
  const countries = 'api/area_code'
  const [long, plain, short] = [
    await headersOf(countries, 'br, gzip'),
    await headersOf(countries, 'identity'),
    await headersOf('api/get/lang', 'gzip'),
  ]
  expect([long, plain, short].map((each) => each.get('Content-Encoding'))).toEqual(['gzip', null, null])
  expect(new Set([long, plain, short].map((each) => each.get('Request-Id'))).size).toBe(3)
})
