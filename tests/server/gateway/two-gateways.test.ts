import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { seededRandom } from '#server/core/random.ts'
import { reachVenue } from '#server/bus/far/gateway.ts'
import { serveGateways } from '#server/bus/far/host.ts'
import { createHub } from '#server/gateway/hub.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { endSession, openSession } from '#server/identity/callers.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { enterFolk, folk, newCid } from '#tests/support/chat/chat-venue.ts'
import { createWires } from '#tests/support/wire.ts'
import type { Frame } from '#tests/support/gateway.ts'
import { hostOf } from '#tests/support/venues.ts'
import { expect, onTestFinished, test } from 'vitest'

const { ann, ben, cleo } = folk
const seed = Math.floor(Math.random() * 1e9)

const farPorts = { shard: 's', epoch: 1, isCertain: () => true }
/** Two gateways over one venue, each at the end of a bus between processes. */
const begin = async () => {
  const random = seededRandom(seed)
  const memory = createMemoryVenue({ settings: { chat: { sendsPerSecond: 1000, sendBurst: 1000 } } })
  await enterFolk(memory.venue)
  const work: (() => void)[] = []
  const every = (_: number, each: () => void) => {
    work.push(each)
    return () => undefined
  }
  const host = hostOf(memory.venue, every)
  const wires = createWires(random)
  const { streamEpoch, publicEpoch, now } = memory.venue
  const far = serveGateways({ ...farPorts, wire: wires.open(), term: { streamEpoch, publicEpoch }, host, now })
  const ends = [reachVenue(wires.open(), 's'), reachVenue(wires.open(), 's')]
  onTestFinished(() => [far, ...ends].forEach(({ stop }) => stop()))
  const hubs = ends.map(({ bus }) =>
    createHub({
      bus,
      now: memory.venue.now,
      meters: createMeters(),
      log: createLog('silent'),
      every,
    }),
  )
  /** All work of both gateways, until everything that is on its way has arrived. */
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      memory.clock.advance(250)
      for (const each of work) each()
      for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next))
    }
  }
  const tokenOf = (user: number, device = '') =>
    memory.venue.command((ctx) => openSession(ctx, user, 'main', `d${user}${device}`))
  const enter = async (at: number, user: number, given?: string) => {
    const token = given ?? (await tokenOf(user, String(at)))
    const codes: number[] = []
    const frames: Frame[] = []
    const send = (text: string) => {
      const value: Frame | Frame[] = JSON.parse(text)
      frames.push(...(Array.isArray(value) ? value : [value]))
    }
    const peer = hubs[at]?.join({ send, close: (code) => codes.push(code), unsentBytes: () => 0 }, '127.0.0.1')
    let i = 0
    const ask = (m: string, p: object) => peer?.receive(JSON.stringify({ i: (i += 1), m, p }))
    ask('auth', { token, lang: 'en', device: `d${user}${at}`, tab: 't', v: 1 })
    await settle()
    return {
      user,
      frames,
      codes,
      ask,
      on: (c: string, k: string) => frames.filter((frame) => frame['c'] === c && frame['k'] === k),
    }
  }
  const call = async (endpoint: Endpoint, body: object, user: number) => {
    const { answer } = await memory.ask(`${endpoint.method} ${urlOf(endpoint)}`, body, { user })
    return Object(Object(answer)['data'])
  }
  const single = async (user: number, other: number) =>
    String((await call(chatGroups.createSingle, { toUser: String(other) }, user))['id'])
  const say = (chat: string, text: string, user: number) =>
    call(chatMessages.send, { cid: newCid(), chat, type: 1, body: { text } }, user)
  return { ...memory, random, settle, enter, tokenOf, single, say }
}
type Person = Awaited<ReturnType<Awaited<ReturnType<typeof begin>>['enter']>>

const linesOf = (frame: Frame | undefined): readonly object[] => Object(Object(frame)['d'])['rows'] ?? []
const lastOf = (line: object): unknown => Object(Reflect.get(line, 'last'))['text']
const idOf = (line: object): unknown => Reflect.get(line, 'chatGroupId')
/** The chats a person sees, by all frames of `inbox` in order. */
const chatsOf = ({ frames }: Person) => {
  let chats = new Map<unknown, object>()
  for (const frame of frames.filter(({ c }) => c === 'inbox')) {
    if (frame['k'] === 'snap') chats = new Map()
    for (const line of linesOf(frame)) chats.set(idOf(line), line)
  }
  return [...chats.values()].toSorted((a, b) => String(idOf(a)).localeCompare(String(idOf(b))))
}

test('CHAT-122 what changes in a chat reaches `inbox` of its members on every gateway', async () => {
  const { enter, single, say, settle } = await begin()
  const chat = await single(ann, ben)
  const people = [await enter(0, ann), await enter(1, ben)]
  for (const each of people) each.ask('sub', { c: 'inbox' })
  await settle()
  for (const text of ['one', 'two']) {
    await say(chat, text, ann)
    await settle()
    for (const each of people) expect(chatsOf(each).map(lastOf)).toContain(text)
  }
  for (const each of people) expect(each.on('inbox', 'delta').length).toBeGreaterThanOrEqual(2)
})
test('CHAT-122 who is typing is told on every gateway, once, and not to the one who types', async () => {
  const { enter, single, settle } = await begin()
  const chat = await single(ann, ben)
  const [typist, same, other] = [await enter(0, ann), await enter(0, ben), await enter(1, ben)]
  for (const each of [typist, same, other]) each.ask('sub', { c: `typing:${chat}` })
  await settle()
  typist.ask('typing', { chat })
  await settle()
  expect(
    [typist, same, other].map((each) => each.on(`typing:${chat}`, 'event').map(({ d }) => Object(d)['userId'])),
  ).toEqual([[], [String(ann)], [String(ann)]])
})
test(`CHAT-122 whoever comes and goes on two gateways sees the chats as they are in the end (seed ${seed})`, async () => {
  const { enter, single, say, settle, random } = await begin()
  const chats = [
    [await single(ann, ben), ann],
    [await single(ben, cleo), cleo],
  ] as const
  const people = [
    await enter(0, ann),
    await enter(1, ann),
    await enter(0, ben),
    await enter(1, ben),
    await enter(1, cleo),
  ]
  for (let n = 0; n < 60; n += 1) {
    const each = people[random.int(people.length)]
    each?.ask(random.int(3) === 0 ? 'unsub' : 'sub', { c: 'inbox' })
    const [chat, user] = chats[random.int(2)] ?? chats[0]
    if (random.int(2) === 0) await say(chat, `text ${n}`, user)
    if (random.int(8) === 0) await settle()
  }
  // Who follows at the end has been told all: what a fresh subscription brings is what they have.
  for (const each of people) each.ask('sub', { c: 'inbox' })
  await settle()
  await say(chats[0][0], 'the end', ann)
  await say(chats[1][0], 'the end', cleo)
  await settle()
  const held = people.map(chatsOf)
  for (const each of people) {
    each.ask('unsub', { c: 'inbox' })
    each.ask('sub', { c: 'inbox' })
  }
  await settle()
  expect(held).toEqual(people.map(chatsOf))
  for (const lines of held) expect(lines.map(lastOf)).toContain('the end')
})
test('W-11 the sixth socket of an account closes the oldest, on whatever gateways they are', async () => {
  const { enter, tokenOf } = await begin()
  const [token, other] = [await tokenOf(ann), await tokenOf(ben)]
  const people = []
  for (let n = 0; n < 7; n += 1) people.push(await enter(n % 2, ann, token))
  const stranger = await enter(1, ben, other)
  expect(people.map(({ codes }) => codes)).toEqual([[4409], [4409], [], [], [], [], []])
  expect(stranger.codes).toEqual([])
})
test('K2 the end of a login closes its sockets on every gateway', async () => {
  const { enter, tokenOf, venue, settle } = await begin()
  const [token, other] = [await tokenOf(ann, 'a'), await tokenOf(ann, 'b')]
  const people = [await enter(0, ann, token), await enter(1, ann, token), await enter(1, ann, other)]
  await venue.command((ctx) => {
    const row = ctx.tables.sessions.group('user', ann).find(({ device }) => device.endsWith('a'))
    if (row) endSession(ctx, row, 'logout')
  })
  await settle()
  expect(people.map(({ codes }) => codes)).toEqual([[4999], [4999], []])
})
test('CHAT-122 a gateway that has not asked for very long is sent the whole list', async () => {
  const { enter, single, say, settle, venue } = await begin()
  const chat = await single(ann, ben)
  const person = await enter(1, ben)
  person.ask('sub', { c: 'inbox' })
  await settle()
  await say(chat, 'one', ann)
  for (let n = 0; n < 40_000; n += 1) venue.ctx.chatTouched.add({ chat: 0, user: ann })
  await settle()
  expect(chatsOf(person).map(lastOf)).toContain('one')
  expect(person.on('inbox', 'snap')).toHaveLength(2)
})
