import { routeAt } from '#tests/support/venues.ts'
import type { Who } from '#contract/wire/endpoint.ts'
import { routeKeysOf, type RouteInfo } from '#server/core/routes.ts'
import { allCalls } from '#contract/endpoints.ts'
import { openHarness, type Harness } from '#tests/server/attacks/harness.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const callers = [
  'anonymous',
  'forged',
  'expired',
  'loggedOut',
  'user',
  'verified',
  'locked',
  'mismatched',
  'old',
] as const
type Kind = (typeof callers)[number]

/**
 * The refusal that a call must give before it reads its fields; null if it reads them. A `who` without a rule here
 * throws.
 */
const verdictOf = ({ who, does, isHidden }: RouteInfo['endpoint'], caller: Kind): string | null => {
  const isVisitor = ['anonymous', 'forged', 'expired', 'loggedOut'].includes(caller)
  if (caller === 'mismatched') return 'token_mismatch'
  if (who !== 'any' && isVisitor) return 'not_logged_in'
  const missing = missingOf(who, caller)
  if (missing !== null && !isVisitor) return isHidden ? 'not_found' : missing
  if (does === 'changes' && caller === 'locked') return 'account_locked'
  if (does === 'changes' && caller === 'old') return 'app_too_old'
  return null
}
const missingOf = (who: Who, caller: Kind): string | null => {
  if (who === 'any' || who === 'in') return null
  if (who === 'k1') return ['verified', 'old'].includes(caller) ? null : 'kyc_needed'
  if (who === 'k2') return 'kyc_needed'
  // New accounts hold the default powers.
  if (who === 'pw:addNewGroup') return null
  if (who.startsWith('pw:')) return 'forbidden'
  throw new Error(`No rule says who ${who} is`)
}
/** Reasons of access checks; any other answer means that the fields were read. */
const accessReasons = ['not_logged_in', 'token_mismatch', 'kyc_needed', 'forbidden', 'account_locked', 'app_too_old']
/** A change by GET needs a key before the caller is checked. */
const key = '0190a000-0000-4000-8000-0000000000aa'

let harness: Harness
const headersOf = new Map<Kind, () => Promise<Record<string, string>>>()
beforeAll(async () => {
  harness = await openHarness()
  const [user, verified, locked] = [
    await register(harness, 'ann@kontor.test'),
    await register(harness, 'ben@kontor.test'),
    await register(harness, 'cleo@kontor.test'),
  ]
  await verify(harness.venue, [verified])
  const expired = await harness.tokenOf(user)
  harness.clock.advance(7 * 86_400_000 + 1)
  const loggedOut = await harness.tokenOf(user)
  await harness.call('POST /chat/sys/logout', {}, { Authorization: loggedOut })
  await harness.venue.command(({ tables, now }) =>
    tables.users.put({ ...tables.users.need(locked), accountUntil: now() + 3_600_000 }),
  )
  headersOf
    .set('anonymous', async () => ({}))
    .set('forged', async () => ({ Authorization: 'x'.repeat(43) }))
    .set('expired', async () => ({ Authorization: expired }))
    .set('loggedOut', async () => ({ Authorization: loggedOut }))
    .set('user', async () => ({ Authorization: await harness.tokenOf(user) }))
    .set('verified', async () => ({ Authorization: await harness.tokenOf(verified) }))
    .set('locked', async () => ({ Authorization: await harness.tokenOf(locked) }))
    .set('mismatched', async () => ({
      Authorization: await harness.tokenOf(user),
      TOKEN_OA: await harness.tokenOf(verified, 'chat'),
    }))
    .set('old', async () => ({ Authorization: await harness.tokenOf(verified), 'App-Version': '0' }))
})
afterAll(() => harness.close())
const calls = allCalls.flatMap((route) => routeKeysOf(route).map((routeKey) => ({ routeKey, route })))
const ask = async (routeKey: string, caller: Kind) =>
  harness.call(routeKey, {}, { ...(await headersOf.get(caller)?.()), 'Idempotency-Key': key })

test.each(callers)(
  'AT24 every call by a caller of kind %s is accepted or refused as its who and does require, and books nothing',
  async (caller) => {
    const before = harness.booked()
    const failures: string[] = []
    for (const { routeKey, route } of calls) {
      const { answer } = await ask(routeKey, caller)
      const reason = answer.reason ?? null
      const expected = verdictOf(route.endpoint, caller)
      const isRight = expected === null ? !accessReasons.includes(String(reason)) : reason === expected
      if (!isRight) failures.push(`${routeKey}: ${reason}, not ${expected}`)
    }
    expect(failures).toEqual([])
    expect(harness.booked()).toBe(before)
    expect(harness.bugs).toEqual([])
  },
)
test('AT34 a forged, an expired and an ended token are answered byte for byte like no token', async () => {
  for (const { routeKey, route } of calls.filter((one) => one.route.endpoint.who !== 'any')) {
    const [none, ...bad] = await Promise.all(
      (['anonymous', 'forged', 'expired', 'loggedOut'] as const).map((caller) => ask(routeKey, caller)),
    )
    const answers = bad.map(({ status, text }) => [route.name, status, text])
    expect(answers).toEqual(bad.map(() => [route.name, none?.status, none?.text]))
  }
})
test('AT24 a call that needs a power is refused without it before its fields are read', async () => {
  const center = routeAt(harness.venue, 'GET /api/user/center')
  const route = { ...center, endpoint: { ...center.endpoint, who: 'pw:desk' as const } }
  const user = await register(harness, 'dora@kontor.test')
  const caller = { user, session: '', lang: 'en', device: 'd1', address: '::1', appVersion: null } as const
  const ask = () => harness.venue.execute({ route, caller, body: { anything: 1 }, key: null })
  expect((await ask()).refused).toBe('forbidden')
  await harness.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers: ['desk'] }))
  expect((await ask()).refused).toBe('malformed')
})
