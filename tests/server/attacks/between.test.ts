import { endSessions, hashToken } from '#server/identity/callers.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { openHarness, type Harness } from './harness.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { codeFor, register } from '#tests/support/people.ts'
import type * as Argon from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Hashing runs in other threads; this gate lets the test delay its results. */
type Gate = { wait: Promise<void>; reached: () => void; isBroken: boolean }
const gate = vi.hoisted((): Gate => ({ wait: Promise.resolve(), reached: () => undefined, isBroken: false }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon>()
  return {
    ...real,
    hash: async (secret: string, options: object) => {
      const hash = await real.hash(secret, options)
      gate.reached()
      await gate.wait
      return hash
    },
    verify: async (storedHash: string, secret: string, options: object) => {
      if (gate.isBroken) throw new Error('no memory for a comparison')
      const isSame = await real.verify(storedHash, secret, options)
      gate.reached()
      await gate.wait
      return isSame
    },
  }
})

let harness: Harness
beforeEach(async () => {
  gate.wait = Promise.resolve()
  gate.isBroken = false
  harness = await openHarness()
})
afterEach(() => harness.close())
const mail = 'ann@kontor.test'
/** Starts a call, runs `meanwhile` while its secret is being hashed, and returns the call's result. */
const during = async <T>(call: () => Promise<T>, meanwhile: () => Promise<unknown>) => {
  const reachedGate = new Promise<void>((reached) => {
    gate.reached = reached
  })
  const release = Promise.withResolvers<void>()
  gate.wait = release.promise
  const answer = call()
  await reachedGate
  gate.wait = Promise.resolve()
  await meanwhile()
  release.resolve()
  return answer
}
const headersOf = async (user: number) => ({ Authorization: await harness.tokenOf(user) })
const rowOf = (user: number) => harness.venue.ctx.tables.users.need(user)

test('AT35 a session that ends while the password is being compared can change nothing any more', async () => {
  const user = await register(harness, mail)
  const headers = await headersOf(user)
  const before = rowOf(user).password
  const response = await during(
    () =>
      harness.call(
        'POST /api/user/e_pwd',
        { old_password: 'secret1', password: 'stolen1', re_password: 'stolen1' },
        headers,
      ),
    () => harness.venue.command((ctx) => endSessions(ctx, user, 'password')),
  )
  expect([response.answer.type, rowOf(user).password === before]).toEqual(['999', true])
})
test('AT15 an account that is locked while the password is being compared can change nothing any more', async () => {
  const user = await register(harness, mail)
  const headers = await headersOf(user)
  const response = await during(
    () =>
      harness.call(
        'POST /api/user/e_pwd',
        { old_password: 'secret1', password: 'other12', re_password: 'other12' },
        headers,
      ),
    () =>
      harness.venue.command(({ tables, now }) =>
        tables.users.put({ ...tables.users.need(user), accountUntil: now() + 1000 }),
      ),
  )
  expect(response.answer.reason).toBe('account_locked')
})
test.each([
  ['POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' }],
  ['POST /chat/sys/login', { mobile: mail, password: 'secret1' }],
])('AT35 %s opens no session with a password that is changed while it is being compared', async (routeKey, fields) => {
  const user = await register(harness, mail)
  const owner = await headersOf(user)
  const response = await during(
    () => harness.call(routeKey, fields),
    () =>
      harness.call(
        'POST /api/user/e_pwd',
        { old_password: 'secret1', password: 'renewed1', re_password: 'renewed1' },
        owner,
      ),
  )
  expect(response.answer.reason).toBe('login_wrong')
  const sessionIds = harness.venue.ctx.tables.sessions.group('user', user).map(({ id }) => id)
  expect(sessionIds).toEqual([hashToken(owner.Authorization)])
})
test('AT40 of two concurrent calls with the same code only one succeeds', async () => {
  const user = await register(harness, mail)
  harness.clock.advance(61_000)
  const code = await codeFor(harness, mail, 'forget')
  const forget = (password: string) =>
    harness.call('POST /api/user/forget', { account: mail, code, password, repassword: password })
  const second = await during(
    () => forget('second1'),
    () => forget('first12'),
  )
  expect(second.answer.reason).toBe('code_expired')
  const login = (password: string) =>
    harness.call('POST /api/user/login', { user_type: 'email', user_string: mail, password })
  expect([(await login('second1')).answer.reason, (await login('first12')).answer.type]).toEqual(['login_wrong', 'ok'])
  expect(user).toBeGreaterThan(0)
})
test('AT15 after a KYC level is revoked, a concurrent call opens neither a position nor a stake', async () => {
  const user = await register(harness, mail)
  await verify(harness.venue, [user])
  const headers = await headersOf(user)
  const lever = { legal_id: 3, currency_id: 1, type: 1, status: 1, share: 1, multiple: 10 }
  const stake = { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10' }
  // All started in the same turn of the event loop; what is decided after the revocation is refused.
  const all = [
    harness.venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(`${user}:1`), status: 'rejected' })),
    harness.call('POST /api/lever/submit', lever, headers),
    harness.call('POST /api/microtrade/submit', stake, headers),
  ] as const
  const [, position, order] = await Promise.all(all)
  expect([position.answer.type, order.answer.type]).toEqual(['998', '998'])
  expect(harness.venue.audit()).toEqual([])
})
test('K4 a guess that could not be compared is none: neither a password nor a fund password is locked by it', async () => {
  const user = await register(harness, mail)
  await verify(harness.venue, [user])
  const headers = await headersOf(user)
  const pin = await makeHash('271828')
  await harness.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), pin }))
  const login = (password: string) =>
    harness.call('POST /api/user/login', { user_type: 'email', user_string: mail, password })
  const gift = (pay_password: string) =>
    harness.call(
      'POST /api/trade/transfer',
      { email: 'nobody@kontor.test', currency_id: 3, number: '1', pay_password },
      headers,
    )
  gate.isBroken = true
  for (let n = 0; n < 6; n += 1)
    expect([(await login('secret1')).answer.type, (await gift('271828')).answer.type]).toEqual(['error', 'error'])
  gate.isBroken = false
  expect((await gift('000000')).answer).toMatchObject({ reason: 'pay_password_wrong', params: { left: 4 } })
  expect((await login('wrong12')).answer.reason).toBe('login_wrong')
  expect((await login('secret1')).answer.type).toBe('ok')
})
