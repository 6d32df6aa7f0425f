import { hashToken } from '#server/identity/callers.ts'
import { openDoor, type Door } from './door.ts'
import { codeFor, register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let door: Door
beforeEach(async () => {
  door = await openDoor()
})
afterEach(() => door.close())
const mail = 'ann@kontor.test'
const login = (headers: Readonly<Record<string, string>> = {}) => door.call('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' }, headers)
const isIn = async (token: string) => (await door.call('GET /api/user/center', {}, { Authorization: token })).answer.type === 'ok'

test('AT42 a token that somebody brings along is never the one they are given, and opens nothing afterwards', async () => {
  await register(door, mail)
  const planted = 'x'.repeat(43)
  const first = String((await login({ Authorization: planted })).answer.message)
  const second = String((await login({ Authorization: first })).answer.message)
  expect(new Set([planted, first, second]).size).toBe(3)
  expect([await isIn(planted), await isIn(first), await isIn(second)]).toEqual([false, true, true])
  // 256 bits of chance, kept as a digest only.
  expect(first).toMatch(/^[\w-]{43}$/)
  const rows = door.venue.ctx.tables.sessions.group('user', 100_001).map(({ id }) => id)
  expect(rows).not.toContain(first)
  expect(rows).toContain(hashToken(first))
})
test('AT39 twelve logins, four at once, leave five, and the last ones; each of the others is out', async () => {
  await register(door, mail)
  const tokens: string[] = []
  // Four at a time: each right password is counted as a guess until it is known to be right.
  for (let round = 0; round < 3; round += 1) {
    const told = await Promise.all([login(), login(), login(), login()])
    tokens.push(...told.map(({ answer }) => String(answer.message)))
    door.clock.turn(1000)
  }
  expect(new Set(tokens).size).toBe(12)
  const states = await Promise.all(tokens.map(isIn))
  expect(states.filter(Boolean)).toHaveLength(5)
  expect(states.slice(-4)).toEqual([true, true, true, true])
})
test.each(['', '12345', '     ', 'a'])('AT41 the password %j is taken nowhere', async (password) => {
  const code = await codeFor(door, mail)
  const made = await door.call('POST /api/user/register', { type: 'email', user_string: mail, code, password, re_password: password })
  expect(['password_too_short', 'password_required', 'malformed']).toContain(made.answer.reason)
  await register(door, 'ben@kontor.test')
  door.clock.turn(61_000)
  const forgot = await codeFor(door, 'ben@kontor.test', 'forget')
  const changed = await door.call('POST /api/user/forget', { account: 'ben@kontor.test', code: forgot, password, repassword: password })
  expect(['password_too_short', 'password_required', 'malformed']).toContain(changed.answer.reason)
})
test('AT31 the fund password is neither set nor changed without its proof, whichever call is taken', async () => {
  const user = await register(door, mail)
  const headers = { Authorization: await door.tokenOf(user) }
  const pin = { password: '123456', re_password: '123456' }
  const tries = await Promise.all([
    door.call('POST /api/safe/update_password', pin, headers),
    door.call('POST /api/user/e_pwd', { type: 2, ...pin }, headers),
    door.call('POST /api/safe/update_password', { ...pin, code: '000000' }, headers),
    door.call('POST /api/safe/update_password', { ...pin, oldpassword: '123456' }, headers),
  ])
  expect(tries.map(({ answer }) => answer.type)).toEqual(['error', 'error', 'error', 'error'])
  expect(door.venue.ctx.tables.users.need(user).pin).toBeNull()
})
