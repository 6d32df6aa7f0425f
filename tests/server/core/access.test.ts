import { routeAt } from '#tests/support/venues.ts'
import type { Who } from '#contract/wire/endpoint.ts'
import { routeKeysOf, type RouteInfo } from '#server/core/routes.ts'
import { allCalls } from '#contract/endpoints.ts'
import { openDoor, type Door } from '#tests/server/attacks/door.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const callers = ['anonymous', 'forged', 'expired', 'loggedOut', 'user', 'verified', 'locked', 'mismatched', 'old'] as const
type Kind = (typeof callers)[number]

/** What a call answers before it looks at its fields; null lets it look. A kind of `who` without a rule here throws. */
const verdictOf = ({ who, does }: RouteInfo['endpoint'], caller: Kind): string | null => {
  const isOutside = ['anonymous', 'forged', 'expired', 'loggedOut'].includes(caller)
  if (caller === 'mismatched') return 'token_mismatch'
  if (who !== 'any' && isOutside) return 'not_logged_in'
  const missing = missingOf(who, caller)
  if (missing !== null && !isOutside) return missing
  if (does === 'changes' && caller === 'locked') return 'account_locked'
  if (does === 'changes' && caller === 'old') return 'app_too_old'
  return null
}
const missingOf = (who: Who, caller: Kind): string | null => {
  if (who === 'any' || who === 'in') return null
  if (who === 'k1') return ['verified', 'old'].includes(caller) ? null : 'kyc_needed'
  if (who === 'k2') return 'kyc_needed'
  if (who.startsWith('pw:')) return 'forbidden'
  throw new Error(`No rule says who ${who} is`)
}
/** What only access refuses with: any other answer has looked at the fields. */
const accessReasons = ['not_logged_in', 'token_mismatch', 'kyc_needed', 'forbidden', 'account_locked', 'app_too_old']
/** The GET form of a change wants a key before it looks at who asks. */
const key = '0190a000-0000-7000-8000-0000000000aa'

let door: Door
const headersOf = new Map<Kind, () => Promise<Record<string, string>>>()
beforeAll(async () => {
  door = await openDoor()
  const [user, verified, locked] = [await register(door, 'ann@kontor.test'), await register(door, 'ben@kontor.test'), await register(door, 'cleo@kontor.test')]
  await verify(door.venue, [verified])
  const expired = await door.tokenOf(user)
  door.clock.turn(7 * 86_400_000 + 1)
  const loggedOut = await door.tokenOf(user)
  await door.call('POST /chat/sys/logout', {}, { Authorization: loggedOut })
  await door.venue.command(({ tables, now }) => tables.users.put({ ...tables.users.need(locked), accountUntil: now() + 3_600_000 }))
  headersOf
    .set('anonymous', async () => ({}))
    .set('forged', async () => ({ Authorization: 'x'.repeat(43) }))
    .set('expired', async () => ({ Authorization: expired }))
    .set('loggedOut', async () => ({ Authorization: loggedOut }))
    .set('user', async () => ({ Authorization: await door.tokenOf(user) }))
    .set('verified', async () => ({ Authorization: await door.tokenOf(verified) }))
    .set('locked', async () => ({ Authorization: await door.tokenOf(locked) }))
    .set('mismatched', async () => ({ Authorization: await door.tokenOf(user), TOKEN_OA: await door.tokenOf(verified, 'chat') }))
    .set('old', async () => ({ Authorization: await door.tokenOf(verified), 'App-Version': '0' }))
})
afterAll(() => door.close())
const asks = allCalls.flatMap((route) => routeKeysOf(route).map((place) => ({ place, route })))
const ask = async (place: string, caller: Kind) => door.call(place, {}, { ...(await headersOf.get(caller)?.()), 'Idempotency-Key': key })

test.each(callers)('AT24 every call, asked by a caller who is %s, answers what who and does say, and books nothing', async (caller) => {
  const before = door.booked()
  const wrong: string[] = []
  for (const { place, route } of asks) {
    const { answer } = await ask(place, caller)
    const reason = answer.reason ?? null
    const wanted = verdictOf(route.endpoint, caller)
    const isRight = wanted === null ? !accessReasons.includes(String(reason)) : reason === wanted
    if (!isRight) wrong.push(`${place}: ${reason}, not ${wanted}`)
  }
  expect(wrong).toEqual([])
  expect(door.booked()).toBe(before)
  expect(door.bugs).toEqual([])
})
test('AT34 a forged, an expired and an ended token answer byte for byte as none does', async () => {
  for (const { place, route } of asks.filter((one) => one.route.endpoint.who !== 'any')) {
    const [none, ...bad] = await Promise.all((['anonymous', 'forged', 'expired', 'loggedOut'] as const).map((caller) => ask(place, caller)))
    const told = bad.map(({ status, text }) => [route.name, status, text])
    expect(told).toEqual(bad.map(() => [route.name, none?.status, none?.text]))
  }
})
test('AT24 a call of a power is closed to whoever lacks it, before its fields are read', async () => {
  const center = routeAt(door.venue, 'GET /api/user/center')
  const route = { ...center, endpoint: { ...center.endpoint, who: 'pw:desk' as const } }
  const user = await register(door, 'dora@kontor.test')
  const caller = { user, session: '', lang: 'en', device: 'd1', address: '::1', appVersion: null } as const
  const ask = () => door.venue.execute({ route, caller, body: { anything: 1 }, key: null })
  expect((await ask()).refused).toBe('forbidden')
  await door.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers: ['desk'] }))
  expect((await ask()).refused).toBe('malformed')
})
