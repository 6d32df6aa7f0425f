import { spot } from '#contract/spot/spot.ts'
import { account } from '#contract/account/account.ts'
import { alerts } from '#contract/alert/alert.ts'
import { session } from '#contract/session/session.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { allCalls } from '#contract/endpoints.ts'
import { reachVenue } from '#server/bus/far/gateway.ts'
import { serveGateways } from '#server/bus/far/host.ts'
import { ackText } from '#server/core/acks.ts'
import type { BusSignal } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { seededRandom } from '#server/core/random.ts'
import { endSession, openSession } from '#server/identity/callers.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { createBusHost } from '#server/bus/host.ts'
import { makeApiKey } from '#server/identity/api-keys.ts'
import { createUploads } from '#server/identity/uploads.ts'
import { register } from '#tests/support/people.ts'
import { createWires } from '#tests/support/wire.ts'
import { createPublicKey, verify } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'

const seed = Math.floor(Math.random() * 1e9)
const [password, mail] = ['secret1', 'ann@kontor.test']
type Loss = (subject: string, text: string) => boolean
const callOf = (endpoint: object) => {
  const call = allCalls.find((each) => each.endpoint === endpoint)
  if (!call) throw new Error('no such call')
  return { feature: call.feature, name: call.name }
}
const until = async (is: () => unknown) => {
  while (!is()) await new Promise((next) => setTimeout(next, 5))
}

/** A gateway and a venue that is elsewhere; what is on its way may be lost. */
const begin = async (limits?: ReturnType<typeof createLimits>) => {
  const memory = createMemoryVenue()
  const { venue } = memory
  const user = await register(memory, mail)
  let loss: Loss = () => false
  const wires = createWires(seededRandom(seed), (...message) => loss(...message))
  const ticks: (() => void)[] = []
  const asked: string[] = []
  const lead = (epoch: number, isCertain = () => true) => {
    const every = (_: number, work: () => void) => {
      ticks.push(work)
      return () => undefined
    }
    const execute: typeof venue.execute = (request) => {
      asked.push(request.route.name)
      return venue.execute(request)
    }
    const host = createBusHost({ ...venue, execute }, { uploads: createUploads(venue.asyncCtx), limits, every })
    const term = { streamEpoch: venue.streamEpoch, publicEpoch: `p${epoch}` }
    const far = serveGateways({ wire: wires.open(), shard: 's', epoch, term, host, now: venue.now, isCertain })
    onTestFinished(far.stop)
    return far
  }
  const first = lead(1)
  const reach = async () => {
    const gateway = reachVenue(wires.open(), 's')
    onTestFinished(gateway.stop)
    await until(gateway.isThere)
    return gateway
  }
  const gateway = await reach()
  const terms: string[] = []
  gateway.bus.terms$.subscribe(({ publicEpoch }) => terms.push(publicEpoch))
  const token = await venue.command((ctx) => openSession(ctx, user, 'main', 'd'))
  const credentials = { authorization: token, tokenOa: null, lang: 'en', device: 'd', address: '::1', appVersion: null }
  const caller = await gateway.bus.callerOf(credentials)
  const call = (endpoint: Endpoint, body: object, key: string | null = null) =>
    gateway.bus.ask({ call: callOf(endpoint), caller, body, key, needsKey: false })
  return {
    ...memory,
    user,
    gateway,
    reach,
    terms,
    credentials,
    caller,
    call,
    lead,
    first,
    asked,
    lose: (next: Loss) => {
      loss = next
    },
    tick: () => ticks.forEach((work) => work()),
  }
}
/** Loses what fits, once. */
const once = (fits: Loss): Loss => {
  let isDone = false
  return (...message) => !isDone && (isDone = fits(...message))
}
const answers: Loss = (subject, text) => subject.includes('.to.') && text.includes('"answer"')
const login = { user_type: 'email', user_string: mail, password }

test.each([
  ['a question', ((subject, text) => subject.endsWith('.ask') && text.includes('"ask"')) satisfies Loss, 1],
  ['an answer', answers, 2],
])(`%s that is lost is asked again, and what it changes is changed once (seed ${seed})`, async (_, fits, times) => {
  const { call, lose, asked, venue, user } = await begin()
  const before = venue.headOf(user)
  const match_id = venue.markets()[0]?.id ?? 0
  lose(once(fits))
  const { refused, replayed } = await call(alerts.add, { match_id, side: 'above', price: '9999999', mode: 'once' })
  expect([refused, replayed, asked, venue.headOf(user) - before]).toEqual([
    null,
    times === 2,
    Array(times).fill('add'),
    1,
  ])
})
test('ACK-2 a change whose answer is lost on the line is acknowledged all the same, by the keys that the gateway is told', async () => {
  const { gateway, lose, venue, user, credentials } = await begin()
  const { secret } = await venue.command((ctx) => makeApiKey(ctx, { user, name: 'bot', scope: 'trade' }))
  const caller = await gateway.bus.callerOf({ ...credentials, authorization: secret })
  lose(once(answers))
  const key = crypto.randomUUID()
  const command = { call: callOf(spot.cancel), caller, body: { id: 9 }, key, needsKey: false }
  const { ack, body, replayed } = await gateway.bus.ask(command)
  const [seq = '', hash = '', signature = ''] = ack?.split('.') ?? []
  const [known] = await gateway.bus.ackKeys()
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: known?.x ?? '' }
  const text = Buffer.from(ackText({ key, body, at: { seq: Number(seq), hash } }))
  const isSigned = verify(null, text, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64url'))
  expect([replayed, isSigned]).toEqual([true, true])
})
test('a login whose answer is lost is not decided again: its outcome is unknown', async () => {
  const { call, lose, asked } = await begin()
  lose(once(answers))
  await expect(call(session.login, login)).rejects.toMatchObject({ reason: 'fault' })
  expect(asked).toEqual(['login'])
})
test('a login that was on its way when another venue leads is not sent to that one', async () => {
  const { call, lose, asked, lead } = await begin()
  lose((subject, text) => subject.endsWith('.ask') && text.includes('"ask"'))
  const pending = call(session.login, login)
  pending.catch(() => undefined)
  await new Promise((next) => setTimeout(next, 50))
  lose(() => false)
  lead(2)
  await expect(pending).rejects.toMatchObject({ reason: 'fault' })
  expect(asked).toEqual([])
})
test('a call that was on its way when another venue leads is asked of that one', async () => {
  const { call, lose, lead, terms, asked, first } = await begin()
  lose(answers)
  const pending = call(spot.submit, {})
  await until(() => asked.length > 0)
  first.stop()
  lose(() => false)
  lead(2)
  expect((await pending).body.length).toBeGreaterThan(0)
  expect(terms.at(-1)).toBe('p2')
})
test('what a venue says that no longer leads is not heard', async () => {
  const { lead, terms, gateway } = await begin()
  lead(2)
  await until(() => gateway.epoch() === 2)
  await until(() => gateway.counts().stale > 2)
  expect(terms.filter((term) => term === 'p1')).toHaveLength(1)
})
test.each([
  [
    'a message to a gateway',
    ((subject, text) => subject.includes('.to.') && text.includes('sessionEnded')) satisfies Loss,
  ],
  ['a tick', ((subject) => subject.endsWith('.all')) satisfies Loss],
])('%s that is lost is noticed: everything followed is asked for again', async (_, fits) => {
  const { lose, terms, gateway, venue, user, tick } = await begin()
  tick()
  await new Promise((next) => setTimeout(next, 50))
  const before = terms.length
  lose(once(fits))
  tick()
  await venue.command((ctx) => {
    for (const row of ctx.tables.sessions.group('user', user)) endSession(ctx, row, 'logout')
  })
  tick()
  await until(() => terms.length > before)
  expect(gateway.counts().holes).toBe(1)
})
test('a gateway asks who is calling once, and again when the session has ended', async () => {
  const { gateway, credentials, caller, venue, user, call } = await begin()
  expect(await gateway.bus.callerOf(credentials)).toBe(caller)
  const signals: BusSignal[] = []
  gateway.bus.signals$.subscribe((signal) => signals.push(signal))
  await venue.command((ctx) => {
    for (const row of ctx.tables.sessions.group('user', user)) endSession(ctx, row, 'logout')
  })
  // The venue does not believe what the gateway does not know yet.
  expect((await call(spot.submit, {})).refused).toBe('not_logged_in')
  await until(() => signals.length > 0)
  expect(await gateway.bus.callerOf(credentials)).toMatchObject({ user: 0 })
})
test('a venue that may have been deposed says nothing until it is certain', async () => {
  const { gateway, lead } = await begin()
  let isCertain = true
  lead(2, () => isCertain)
  await until(() => gateway.epoch() === 2)
  isCertain = false
  let isAnswered = false
  const pending = Promise.resolve(gateway.bus.markets()).then(() => (isAnswered = true))
  await new Promise((next) => setTimeout(next, 600))
  expect(isAnswered).toBe(false)
  isCertain = true
  expect(await pending).toBe(true)
})
test('while no venue is there nothing is sent, and then it is', async () => {
  const { gateway, first, lead, call, asked } = await begin()
  first.stop()
  await until(() => !gateway.isThere())
  const pending = call(session.login, login)
  await new Promise((next) => setTimeout(next, 300))
  lead(2)
  expect((await pending).http).toBe(200)
  expect(asked).toEqual(['login'])
})
test('what one caller asks of two gateways is counted together, and what another asks is not', async () => {
  const { gateway, reach, caller } = await begin(createLimits())
  const other = await reach()
  const refusals = async (by: Caller, count: number) => {
    const asked = Array.from({ length: count }, (_, n) =>
      (n % 2 ? other : gateway).bus
        .ask({
          call: callOf(account.changePassword),
          caller: by,
          body: {},
          key: null,
          needsKey: false,
          isCounted: true,
        })
        .then(
          () => null,
          ({ reason }: { reason: string }) => reason,
        ),
    )
    return (await Promise.all(asked)).filter((reason) => reason !== null)
  }
  expect(await refusals(caller, 12)).toEqual(['too_many', 'too_many'])
  expect(await refusals({ ...caller, user: 0, session: '', address: '::2' }, 10)).toEqual([])
})
test('an upload that may begin is not refused by an answer without a value', async () => {
  const { gateway, caller } = await begin()
  expect(await gateway.bus.uploads.check(caller, 'app')).toBeUndefined()
  await expect(Promise.resolve(gateway.bus.uploads.check({ ...caller, user: 0 }, 'app'))).rejects.toMatchObject({
    reason: 'not_logged_in',
  })
})
