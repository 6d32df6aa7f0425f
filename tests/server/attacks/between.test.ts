import { endSessions, hashToken } from '#server/identity/callers.ts'
import { openDoor, type Door } from './door.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { codeFor, register } from '#tests/support/people.ts'
import type * as Argon from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Secrets are compared and made in other threads: whoever waits there waits as long as the test wants. */
type Gate = { wait: Promise<void>; reached: () => void }
const gate = vi.hoisted((): Gate => ({ wait: Promise.resolve(), reached: () => undefined }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon>()
  return {
    ...real,
    hash: async (secret: string, options: object) => {
      const made = await real.hash(secret, options)
      gate.reached()
      await gate.wait
      return made
    },
    verify: async (kept: string, secret: string, options: object) => {
      const is = await real.verify(kept, secret, options)
      gate.reached()
      await gate.wait
      return is
    },
  }
})

let door: Door
beforeEach(async () => {
  gate.wait = Promise.resolve()
  door = await openDoor()
})
afterEach(() => door.close())
const mail = 'ann@kontor.test'
/** Begins a call, lets `meanwhile` happen while its secret is at work, and answers what came of it. */
const during = async <T>(call: () => Promise<T>, meanwhile: () => Promise<unknown>) => {
  const here = new Promise<void>((reached) => {
    gate.reached = reached
  })
  const held = Promise.withResolvers<void>()
  gate.wait = held.promise
  const answer = call()
  await here
  gate.wait = Promise.resolve()
  await meanwhile()
  held.resolve()
  return answer
}
const headersOf = async (user: number) => ({ Authorization: await door.tokenOf(user) })
const rowOf = (user: number) => door.venue.ctx.tables.users.need(user)

test('AT35 a login that ends while its secret is being compared changes nothing any more', async () => {
  const user = await register(door, mail)
  const headers = await headersOf(user)
  const before = rowOf(user).password
  const told = await during(
    () => door.call('POST /api/user/e_pwd', { old_password: 'secret1', password: 'stolen1', re_password: 'stolen1' }, headers),
    () => door.venue.command((ctx) => endSessions(ctx, user, 'password')),
  )
  expect([told.answer.type, rowOf(user).password === before]).toEqual(['999', true])
})
test('AT15 an account that is locked while its secret is being compared changes nothing any more', async () => {
  const user = await register(door, mail)
  const headers = await headersOf(user)
  const told = await during(
    () => door.call('POST /api/user/e_pwd', { old_password: 'secret1', password: 'other12', re_password: 'other12' }, headers),
    () => door.venue.command(({ tables, now }) => tables.users.put({ ...tables.users.need(user), accountUntil: now() + 1000 })),
  )
  expect(told.answer.reason).toBe('account_locked')
})
test.each([
  ['POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' }],
  ['POST /chat/sys/login', { mobile: mail, password: 'secret1' }],
])('AT35 %s with a password that is changed while it is being compared opens nothing', async (place, fields) => {
  const user = await register(door, mail)
  const owner = await headersOf(user)
  const told = await during(
    () => door.call(place, fields),
    () => door.call('POST /api/user/e_pwd', { old_password: 'secret1', password: 'renewed1', re_password: 'renewed1' }, owner),
  )
  expect(told.answer.reason).toBe('login_wrong')
  const left = door.venue.ctx.tables.sessions.group('user', user).map(({ id }) => id)
  expect(left).toEqual([hashToken(owner.Authorization)])
})
test('AT40 a code that is spent while a second call with it is under way serves once', async () => {
  const user = await register(door, mail)
  door.clock.turn(61_000)
  const code = await codeFor(door, mail, 'forget')
  const forget = (password: string) => door.call('POST /api/user/forget', { account: mail, code, password, repassword: password })
  const second = await during(() => forget('second1'), () => forget('first12'))
  expect(second.answer.reason).toBe('code_expired')
  const login = (password: string) => door.call('POST /api/user/login', { user_type: 'email', user_string: mail, password })
  expect([(await login('second1')).answer.reason, (await login('first12')).answer.type]).toEqual(['login_wrong', 'ok'])
  expect(user).toBeGreaterThan(0)
})
test('AT15 a level that is taken back before the decision opens neither a contract nor a stake', async () => {
  const user = await register(door, mail)
  await verify(door.venue, [user])
  const headers = await headersOf(user)
  const lever = { legal_id: 3, currency_id: 1, type: 1, status: 1, share: 1, multiple: 10 }
  const stake = { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10' }
  // All begun in the same turn: whatever is decided after the level was taken back is refused.
  const all = [
    door.venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(`${user}:1`), status: 'rejected' })),
    door.call('POST /api/lever/submit', lever, headers),
    door.call('POST /api/microtrade/submit', stake, headers),
  ] as const
  const [, position, order] = await Promise.all(all)
  expect([position.answer.type, order.answer.type]).toEqual(['998', '998'])
  expect(door.venue.audit()).toEqual([])
})
