import { hashToken } from '#server/identity/callers.ts'
import { openHarness, type Harness } from './harness.ts'
import { codeFor, register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
})
afterEach(() => harness.close())
const mail = 'ann@kontor.test'
const login = (headers: Readonly<Record<string, string>> = {}) =>
  harness.call('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' }, headers)
const isLoggedIn = async (token: string) =>
  (await harness.call('GET /api/user/center', {}, { Authorization: token })).answer.type === 'ok'

test('AT42 a login never issues a token that the client sent, and such a token stays invalid', async () => {
  await register(harness, mail)
  const planted = 'x'.repeat(43)
  const first = String((await login({ Authorization: planted })).answer.message)
  const second = String((await login({ Authorization: first })).answer.message)
  expect(new Set([planted, first, second]).size).toBe(3)
  expect([await isLoggedIn(planted), await isLoggedIn(first), await isLoggedIn(second)]).toEqual([false, true, true])
  // 256 random bits, of which only a hash is stored.
  expect(first).toMatch(/^[\w-]{43}$/)
  const rows = harness.venue.ctx.tables.sessions.group('user', 100_001).map(({ id }) => id)
  expect(rows).not.toContain(first)
  expect(rows).toContain(hashToken(first))
})
test('AT39 after twelve logins, four at a time, only five sessions are left, among them the last four', async () => {
  await register(harness, mail)
  const tokens: string[] = []
  // Four at a time, because each correct password counts as a guess until it has been compared.
  for (let round = 0; round < 3; round += 1) {
    const responses = await Promise.all([login(), login(), login(), login()])
    tokens.push(...responses.map(({ answer }) => String(answer.message)))
    harness.clock.advance(1000)
  }
  expect(new Set(tokens).size).toBe(12)
  const states = await Promise.all(tokens.map(isLoggedIn))
  expect(states.filter(Boolean)).toHaveLength(5)
  expect(states.slice(-4)).toEqual([true, true, true, true])
})
test.each(['', '12345', '     ', 'a'])('AT41 the password %j is accepted nowhere', async (password) => {
  const code = await codeFor(harness, mail)
  const made = await harness.call('POST /api/user/register', {
    type: 'email',
    user_string: mail,
    code,
    password,
    re_password: password,
  })
  expect(['password_too_short', 'password_required', 'malformed']).toContain(made.answer.reason)
  await register(harness, 'ben@kontor.test')
  harness.clock.advance(61_000)
  const forgot = await codeFor(harness, 'ben@kontor.test', 'forget')
  const changed = await harness.call('POST /api/user/forget', {
    account: 'ben@kontor.test',
    code: forgot,
    password,
    repassword: password,
  })
  expect(['password_too_short', 'password_required', 'malformed']).toContain(changed.answer.reason)
})
test('AT31 the fund password can be neither set nor changed without a code or the old one, by any call', async () => {
  const user = await register(harness, mail)
  const headers = { Authorization: await harness.tokenOf(user) }
  const pin = { password: '246813', re_password: '246813' }
  const tries = await Promise.all([
    harness.call('POST /api/safe/update_password', pin, headers),
    harness.call('POST /api/user/e_pwd', { type: 2, ...pin }, headers),
    harness.call('POST /api/safe/update_password', { ...pin, code: '000000' }, headers),
    harness.call('POST /api/safe/update_password', { ...pin, oldpassword: '246813' }, headers),
  ])
  expect(tries.map(({ answer }) => answer.type)).toEqual(['error', 'error', 'error', 'error'])
  expect(harness.venue.ctx.tables.users.need(user).pin).toBeNull()
})
