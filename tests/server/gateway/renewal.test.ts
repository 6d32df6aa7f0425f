import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import type { Bus, Term } from '#server/bus/port.ts'
import { seededRandom } from '#server/core/random.ts'
import { createHub } from '#server/gateway/hub.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { endSession, openSession } from '#server/identity/callers.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { enterFolk, folk, newCid } from '#tests/support/chat/chat-venue.ts'
import { createFarBus } from '#tests/support/far-bus.ts'
import type { Frame } from '#tests/support/gateway.ts'
import { hostOf } from '#tests/support/venues.ts'
import { filter, merge, Subject, type Observable } from 'rxjs'
import { expect, test } from 'vitest'

const { ann, ben } = folk
const seed = Math.floor(Math.random() * 1e9)

/** A gateway far away from its venue that hears nothing for a while, and is then told that it may have missed something. */
const begin = async () => {
  const memory = createMemoryVenue({ settings: { chat: { sendsPerSecond: 1000, sendBurst: 1000 } } })
  const { venue, clock } = memory
  await enterFolk(venue)
  const work: (() => void)[] = []
  const every = (_: number, each: () => void) => {
    work.push(each)
    return () => undefined
  }
  const line = { isDeaf: false, term: { ...venue } satisfies Term }
  const again$ = new Subject<Term>()
  const heard = <T>(all$: Observable<T>) => all$.pipe(filter(() => !line.isDeaf))
  const host = hostOf(venue, every)
  const near = createFarBus(host.open('far'), seededRandom(seed))
  const bus: Bus = {
    ...near,
    events$: heard(near.events$),
    signals$: heard(near.signals$),
    changes$: heard(near.changes$),
    terms$: merge(near.terms$, again$),
  }
  const hub = createHub({ bus, now: venue.now, meters: createMeters(), log: createLog('silent'), every })
  const settle = async () => {
    for (let round = 0; round < 4; round += 1) {
      clock.advance(250)
      for (const each of work) each()
      for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next))
    }
  }
  const enter = async (user: number) => {
    const token = await venue.command((ctx) => openSession(ctx, user, 'main', `d${user}`))
    const frames: Frame[] = []
    const codes: number[] = []
    const send = (text: string) => {
      const value: Frame | Frame[] = JSON.parse(text)
      frames.push(...[value].flat())
    }
    const peer = hub.join({ send, close: (code) => codes.push(code), unsentBytes: () => 0 }, '127.0.0.1')
    let i = 0
    const ask = (m: string, p: object) => peer.receive(JSON.stringify({ i: (i += 1), m, p }))
    ask('auth', { token, lang: 'en', device: `d${user}`, tab: 't', v: 1 })
    await settle()
    const on = (c: string, ...kinds: string[]) =>
      frames.filter((frame) => frame['c'] === c && kinds.includes(String(frame['k'])))
    return { user, frames, codes, ask, on }
  }
  const call = async (endpoint: Endpoint, body: object, user: number) => {
    const { answer } = await memory.ask(`${endpoint.method} ${urlOf(endpoint)}`, body, { user })
    return Object(Object(answer)['data'])
  }
  /** What happens while nothing is heard; then everything may have been missed. */
  const missing = async (happens: () => Promise<unknown>, publicEpoch = venue.publicEpoch) => {
    line.isDeaf = true
    await happens()
    await settle()
    line.isDeaf = false
    again$.next({ ...line.term, publicEpoch })
    await settle()
  }
  const rename = (user: number, userName: string) =>
    memory.ask('POST /chat/imUser/updateUserInfo', { userName }, { user })
  return { ...memory, enter, settle, call, missing, rename }
}
const chainOf = (frames: readonly Frame[]) => frames.map(({ s, b }) => [b, s])

test(`what a gateway has missed of own channels and chats is told after all, in order and once (seed ${seed})`, async () => {
  const { enter, settle, call, missing, rename } = await begin()
  const chat = String((await call(chatGroups.createSingle, { toUser: String(ben) }, ann))['id'])
  const say = (text: string) => call(chatMessages.send, { cid: newCid(), chat, type: 1, body: { text } }, ann)
  const person = await enter(ben)
  for (const c of ['u:me', `chat:${chat}`, 'inbox']) person.ask('sub', { c })
  await settle()
  await rename(ben, 'One')
  await say('one')
  await settle()
  await missing(async () => {
    for (const name of ['Two', 'Three']) await rename(ben, name)
    for (const text of ['two', 'three']) await say(text)
  })
  await rename(ben, 'Four')
  await say('four')
  await settle()
  for (const [channel, words] of [
    ['u:me', ['One', 'Two', 'Three', 'Four']],
    [`chat:${chat}`, ['one', 'two', 'three', 'four']],
  ] as const) {
    const told = person.on(channel, 'event')
    const first = Number(told[0]?.['s'])
    expect(chainOf(told)).toEqual(told.map((_, n) => [first + n - 1, first + n]))
    for (const word of words) expect(told.filter((frame) => JSON.stringify(frame).includes(word))).not.toEqual([])
  }
  const lines = person.on('inbox', 'gap', 'snap', 'delta')
  expect(lines.map(({ k }) => k)).toContain('gap')
  expect(JSON.stringify(lines.at(-1))).toContain('four')
  expect(person.codes).toEqual([])
})
test(`followers of public channels are sent a gap and the snapshot, in the epoch of the term (seed ${seed})`, async () => {
  const { enter, settle, missing, venue } = await begin()
  const person = await enter(ben)
  person.ask('sub', { c: 'depth:BTC-USDT' })
  await settle()
  const market = venue.ctx.markets.need('BTC-USDT')
  const place = (id: number, price: number) =>
    market.place({ id, owner: 0, side: 'buy', kind: 'limit', price, amount: 100 })
  place(1, 1000)
  await settle()
  await missing(async () => {
    place(2, 1001)
    await Promise.resolve()
  }, 'next')
  place(3, 1002)
  await settle()
  const told = person.on('depth:BTC-USDT', 'snap', 'delta', 'gap')
  expect(told.map(({ k, e }) => [k, e === 'next'])).toEqual([
    ['snap', false],
    ['delta', false],
    ['gap', true],
    ['snap', true],
    ['delta', true],
  ])
  expect(Object(told[3]?.['d'])['bids']).toHaveLength(2)
  expect(told[4]?.['b']).toBe(told[3]?.['s'])
})
test(`a session that ended unheard closes its socket when the gateway asks again (seed ${seed})`, async () => {
  const { enter, missing, venue } = await begin()
  const [gone, stays] = [await enter(ben), await enter(ann)]
  await missing(() =>
    venue.command((ctx) => {
      for (const session of ctx.tables.sessions.group('user', ben)) endSession(ctx, session, 'logout')
    }),
  )
  expect([gone.codes, stays.codes]).toEqual([[4999], []])
})
