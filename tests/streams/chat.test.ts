import { contentOf } from '#contract/chat/chat-content.ts'
import {
  chatRoomMachine,
  type HistoryInput,
  type KeptEnd,
  type RoomGroupChanged,
  type RoomReceived,
} from '#machines/chat/chat-room.ts'
import { messageAt, sentIn as sentNumbers } from '#machines/chat/chat-log.ts'
import { followSent } from '#src/features/chat/sent.ts'
import { createOutbox } from '#src/actors/outbox.actors.ts'
import { memoryOutbox, type OutboxStore } from '#src/actors/outbox-store.ts'
import { askSocket } from '#streams/kit/ask.ts'
import { replyOf, sentIn } from '#streams/chat/line.ts'
import { room$, type RoomNews } from '#streams/chat/room.ts'
import { takeAsk } from '#streams/chat/asks.ts'
import type { FriendApply } from '#contract/chat/chat-people.ts'
import type { Event } from '#contract/events.ts'
import { chatsIn, emptyChats, takeAllChats, takeChatEvent, takeInbox, type InboxNews } from '#streams/chat/list.ts'
import type { ImGroup, Message } from '#contract/chat/chat.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { aChatLine, aChatVenue, type ChatVenue, type Fate } from '#tests/support/fake-chat-venue.ts'
import { aGroupRow, anImGroup, anInboxLine, aPacket } from '#tests/support/builders/chat.ts'
import { BehaviorSubject, map, mergeMap, NEVER } from 'rxjs'
import { createActor, fromEventObservable, fromPromise } from 'xstate'
import { describe, expect, test, vi } from 'vitest'

const seedOf = (at: number) => Number(process.env['SEED'] ?? 20_261_122 + at)
/** Mulberry32. */
const chanceOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One device: the room, and an outbox that survives a reload. */
function aDevice(venue: ChatVenue, who: string, fateOf: () => Fate, isDown: () => boolean) {
  const line = aChatLine(venue, who, fateOf)
  const deps = {
    connection: line.connection,
    read: async () => ({ ok: false, failure: { kind: 'unknown', because: 'unreachable' } }) as const,
    visible$: NEVER,
    pollMode$: NEVER,
    steadyMs: () => Date.now(),
  }
  const store: OutboxStore = memoryOutbox()
  const received = (news: RoomNews): RoomReceived[] =>
    news.type === 'event'
      ? [{ type: 'event.received', event: news.event }]
      : news.type === 'fresh'
        ? [{ type: 'log.restarted' }]
        : news.type === 'off'
          ? [{ type: 'room.closed', why: news.reason }]
          : []
  const failed = { ok: false, failure: { kind: 'unknown', because: 'unreachable' } } as const
  const logic = chatRoomMachine.provide({
    actors: {
      watchRoom: fromEventObservable<RoomReceived | RoomGroupChanged, { chat: string }>(() =>
        room$(deps, 'g1').pipe(mergeMap(received)),
      ),
      readKept: fromPromise<KeptEnd | null, { chat: string }>(async () => null),
      readGroup: fromPromise<Reply<ImGroup>, { chat: string }>(async () =>
        isDown() ? failed : { ok: true, value: anImGroup({ headN: venue.messages.length }) },
      ),
      readHistory: fromPromise<Reply<readonly Message[]>, HistoryInput>(async ({ input }) =>
        isDown() ? failed : { ok: true, value: venue.read(who, input.ask) },
      ),
    },
  })
  const run = () => {
    const room = createActor(logic, { input: { chat: 'g1', group: null } }).start()
    const login$ = new BehaviorSubject<{ login: number; account: number } | null>({ login: 1, account: 7 })
    const outbox = createOutbox({
      login$,
      open: async () => store,
      request: { change: async () => failed },
      upload: async () => failed,
      nowMs: () => Date.now(),
      lead: (_, __, work) => work(),
      tabs: () => ({ tell: () => {}, close: () => {} }),
      lineOf: () => ({
        isReady$: line.connection.ready$.pipe(map((ready) => ready !== null)),
        typing: () => null,
        read: async () => failed,
        send: (p) => askSocket(line.connection, { m: 'msg.send', p }).then((asked) => replyOf(asked, sentIn)),
      }),
    })
    const running = outbox.start()
    running.add(
      followSent(outbox, 'g1', { id: 7, nickname: who, avatar: null }, (message) =>
        room.send({ type: 'event.received', event: { ev: 'chat.message', v: { ...message, fromUserId: who } } }),
      ),
    )
    return { room, outbox, running, login$ }
  }
  let now = run()
  return {
    ...line,
    store,
    room: () => now.room,
    outbox: () => now.outbox,
    login$: () => now.login$,
    reload: () => {
      now.running.unsubscribe()
      now.room.stop()
      now = run()
    },
    /** What its screen shows: messages, and what waits or was refused. */
    bubbles: () => {
      const { log } = now.room.getSnapshot().context
      const told = sentNumbers(log)
      const texts = [...log.entries.values()].map(({ message: { n, content } }) => `${n} ${content}`)
      return [
        ...texts,
        ...now.outbox
          .entries()
          .filter(({ cid }) => !told.has(cid))
          .map(({ body, fault }) => `${fault ?? 'waits'} ${JSON.stringify(body)}`),
      ]
    },
    list: () => {
      const { log } = now.room.getSnapshot().context
      return Array.from({ length: log.headN }, (_, at) => {
        const message = messageAt(log, at + 1)
        return message === null ? null : `${message.n} ${message.fromUserId} ${message.revoked ? '-' : message.content}`
      })
    },
  }
}
const uuidOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
const written = (at: number, text: string) =>
  ({ cid: uuidOf(at), chat: 'g1', kind: 'text', body: { text }, file: null, replyTo: null, mentions: [] }) as const

describe.each(Array.from({ length: 12 }, (_, at) => seedOf(at)))('seed %i', (seed) => {
  test('C1 whatever is lost, doubled, swapped or reloaded: every device ends with the same list, and each message is in it once, in the order of its writer', async () => {
    vi.useFakeTimers()
    const chance = chanceOf(seed)
    let isCalm = false
    const venue = aChatVenue()
    const fateOf = (): Fate => {
      const drawn = isCalm ? 1 : chance()
      return drawn < 0.12 ? 'lost' : drawn < 0.2 ? 'twice' : drawn < 0.35 ? 'late' : 'arrives'
    }
    const devices = ['ada', 'ben', 'eve'].map((who) => aDevice(venue, who, fateOf, () => !isCalm && chance() < 0.2))
    await vi.advanceTimersByTimeAsync(10)
    let count = 0
    for (let step = 0; step < 90; step++) {
      const device = devices[Math.floor(chance() * devices.length)]
      const drawn = chance()
      if (device === undefined) continue
      if (drawn < 0.4) await device.outbox().add(written(++count, `${count}`))
      else if (drawn < 0.5) venue.revoke(1 + Math.floor(chance() * venue.messages.length))
      else if (drawn < 0.6) device.drop()
      else if (drawn < 0.75) device.open()
      else if (drawn < 0.85) device.deliver()
      else if (drawn < 0.9) device.reload()
      device.room().send({ type: 'look', view: { from: 1, to: 60 } })
      await vi.advanceTimersByTimeAsync(Math.floor(chance() * 900))
    }
    isCalm = true
    for (const device of devices) {
      device.deliver()
      device.open()
      device.room().send({ type: 'look', view: { from: 1, to: 100 } })
    }
    await vi.advanceTimersByTimeAsync(90_000)
    const wanted = venue.messages.map(
      ({ n, fromUserId, revoked, content }) => `${n} ${fromUserId} ${revoked ? '-' : content}`,
    )
    for (const device of devices) expect(device.list()).toEqual(wanted)
    expect(venue.messages.map(({ cid }) => cid).toSorted()).toEqual(
      Array.from({ length: count }, (_, at) => uuidOf(at + 1)),
    )
    for (const device of devices) expect(await device.store.all()).toEqual([])
    for (const who of ['ada', 'ben', 'eve']) {
      const own = venue.messages.filter(({ fromUserId }) => fromUserId === who).map(({ cid }) => cid ?? '')
      expect(own).toEqual(own.toSorted())
    }
  })
})

const calmDevice = (venue: ChatVenue) =>
  aDevice(
    venue,
    'ada',
    () => 'arrives',
    () => false,
  )
const textsIn = (venue: ChatVenue) =>
  venue.messages.map((message) => {
    const content = contentOf(message)
    return content.kind === 'text' ? content.value.text : content.kind
  })
test('RT-12 eleven messages that waited for the line leave in the order in which they were written', async () => {
  vi.useFakeTimers()
  const venue = aChatVenue()
  const device = calmDevice(venue)
  await vi.advanceTimersByTimeAsync(10)
  device.drop()
  for (let at = 1; at <= 11; at++) await device.outbox().add(written(at, `${at}`))
  await vi.advanceTimersByTimeAsync(5000)
  expect(textsIn(venue)).toEqual([])
  device.open()
  await vi.advanceTimersByTimeAsync(1000)
  expect(textsIn(venue)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
})
test('RT-14 a refusal ends one message and says why, and the lane goes on; what was refused is sent again when it is asked for', async () => {
  vi.useFakeTimers()
  const venue = aChatVenue()
  const device = calmDevice(venue)
  await vi.advanceTimersByTimeAsync(10)
  venue.refused.set('2', 'muted')
  for (const at of [1, 2, 3]) await device.outbox().add(written(at, `${at}`))
  await vi.advanceTimersByTimeAsync(1000)
  expect(textsIn(venue)).toEqual(['1', '3'])
  expect(
    device
      .outbox()
      .entries()
      .map(({ cid, fault }) => [cid, fault]),
  ).toEqual([[uuidOf(2), 'muted']])
  venue.refused.clear()
  await device.outbox().retry(uuidOf(2))
  await vi.advanceTimersByTimeAsync(1000)
  expect(textsIn(venue)).toEqual(['1', '3', '2'])
  expect(device.outbox().entries()).toEqual([])
})
test('RT-13 a reload in the middle of a send, whose reply is lost, sends the message once', async () => {
  vi.useFakeTimers()
  const venue = aChatVenue()
  let fate: Fate = 'arrives'
  const device = aDevice(
    venue,
    'ada',
    () => fate,
    () => false,
  )
  await vi.advanceTimersByTimeAsync(10)
  await device.outbox().add(written(1, 'once'))
  // The venue takes it; the reply does not come back.
  device.messages$.subscribe(() => {})
  fate = 'lost'
  device.reload()
  await vi.advanceTimersByTimeAsync(500)
  fate = 'arrives'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(textsIn(venue)).toEqual(['once'])
  expect(await device.store.all()).toEqual([])
})
const once = '1 {"text":"once"}'
test.each([
  ['the reply before the echo', ['arrives', 'late', 'arrives'], once],
  ['the echo before the reply', ['arrives', 'arrives', 'late'], once],
  ['the reply lost', ['arrives', 'arrives', 'lost'], once],
  ['the reply at the third try', ['arrives', 'arrives', 'lost', 'arrives', 'lost', 'arrives', 'arrives'], once],
  ['the reply and the echo lost', ['arrives', 'lost', 'lost'], once],
  ['everything twice', ['twice', 'twice', 'twice', 'twice', 'twice'], once],
  ['409', ['arrives', 'arrives'], 'cid_reused {"text":"once"}'],
] as const)(
  'RT-11 %s: one bubble at every moment, in the right state at the end',
  async (name, fates: readonly Fate[], end) => {
    vi.useFakeTimers()
    const venue = aChatVenue()
    const left = [...fates]
    let hasBegun = false
    const device = aDevice(
      venue,
      'ada',
      () => (hasBegun ? (left.shift() ?? 'arrives') : 'arrives'),
      () => false,
    )
    if (name === '409') venue.refused.set('once', 'cid_reused')
    await vi.advanceTimersByTimeAsync(10)
    hasBegun = true
    await device.outbox().add(written(1, 'once'))
    const seen = new Set<number>()
    for (let step = 0; step < 600; step++) {
      if (step === 20) device.deliver()
      await vi.advanceTimersByTimeAsync(100)
      seen.add(device.bubbles().length)
    }
    expect([[...seen], device.bubbles(), venue.messages.length, left]).toEqual([[1], [end], name === '409' ? 0 : 1, []])
  },
)
test('CF32 a message whose reply is lost is sent again and is one; the order stays, and what was refused is marked and sent again by hand', async () => {
  vi.useFakeTimers()
  const venue = aChatVenue()
  const fates: Fate[] = []
  const device = aDevice(
    venue,
    'ada',
    () => fates.shift() ?? 'arrives',
    () => false,
  )
  await vi.advanceTimersByTimeAsync(10)
  fates.push('arrives', 'arrives', 'lost')
  venue.refused.set('2', 'muted')
  for (const at of [1, 2, 3]) await device.outbox().add(written(at, `${at}`))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([textsIn(venue), device.bubbles()]).toEqual([
    ['1', '3'],
    ['1 {"text":"1"}', '2 {"text":"3"}', 'muted {"text":"2"}'],
  ])
  venue.refused.clear()
  await device.outbox().retry(uuidOf(2))
  await vi.advanceTimersByTimeAsync(1000)
  expect([textsIn(venue), device.bubbles().length, await device.store.all()]).toEqual([['1', '3', '2'], 3, []])
})
test('RT-3 what waits is sealed with the login: nothing of it is shown or sent until its owner is back', async () => {
  vi.useFakeTimers()
  const venue = aChatVenue()
  const device = calmDevice(venue)
  await vi.advanceTimersByTimeAsync(10)
  device.drop()
  await device.outbox().add(written(1, 'mine'))
  device.login$().next(null)
  device.open()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([device.outbox().entries(), textsIn(venue), await device.outbox().add(written(2, 'nobody'))]).toEqual([
    [],
    [],
    false,
  ])
  device.login$().next({ login: 2, account: 7 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(textsIn(venue)).toEqual(['mine'])
})
test('RT-15 what is written carries its chat: each message goes to the chat it was begun in', async () => {
  vi.useFakeTimers()
  const venue = aChatVenue()
  const device = calmDevice(venue)
  await vi.advanceTimersByTimeAsync(10)
  device.drop()
  await device.outbox().add({ ...written(1, 'for the other'), chat: 'g2' })
  await device.outbox().add(written(2, 'for this'))
  expect(
    device
      .outbox()
      .entries()
      .map(({ chat, body }) => [chat, body['text']]),
  ).toEqual([
    ['g2', 'for the other'],
    ['g1', 'for this'],
  ])
})

const news = (some: Partial<InboxNews>): InboxNews => ({ rows: [], gone: [], isWhole: false, ...some })
const unreadOf = (list: Parameters<typeof chatsIn>[0]) =>
  chatsIn(list)?.map(({ id, unread, group }) => `${id} ${group.headN}/${group.readN} ${unread}`) ?? null
test('RT-17 unread follows the newest copy in every order of reads, lines and events: it is never negative, and what was read does not come back', () => {
  const steps = [
    (list: typeof emptyChats) => takeAllChats(list, [aGroupRow({ headN: 12, readN: 10, rev: 2 }, { unReadNum: 2 })]),
    (list: typeof emptyChats) =>
      takeInbox(list, news({ rows: [anInboxLine({ headN: 12, readN: 12, unReadNum: 0, rev: 3 })] })),
    (list: typeof emptyChats) =>
      takeInbox(list, news({ rows: [anInboxLine({ headN: 11, readN: 10, unReadNum: 1, rev: 1 })] })),
    (list: typeof emptyChats) =>
      takeChatEvent(list, {
        ev: 'chat.groupChanged',
        v: aGroupRow({ headN: 11, readN: 10, rev: 1 }, { unReadNum: 1 }),
        why: 'mine',
      }),
  ]
  const orders = steps.flatMap((a) =>
    steps
      .filter((b) => b !== a)
      .flatMap((b) =>
        steps
          .filter((c) => c !== a && c !== b)
          .map((c) => [a, b, c, ...steps.filter((d) => d !== a && d !== b && d !== c)]),
      ),
  )
  expect(orders.length).toBe(24)
  for (const order of orders)
    expect(unreadOf(order.reduce((list, step) => step(list), emptyChats))).toEqual(['g1 12/12 0'])
})
test('RT-23 a chat that is gone leaves the list, and one that turns up in the inbox is asked for', () => {
  const both = takeAllChats(emptyChats, [aGroupRow(), aGroupRow({ id: 'g2' })])
  const lines = takeInbox(both, news({ rows: [anInboxLine(), anInboxLine({ chatGroupId: 'g2' })], isWhole: true }))
  expect(
    chatsIn(takeChatEvent(lines, { ev: 'chat.groupGone', v: { chatGroupId: 'g2' }, why: 'removed' }))?.map(
      ({ id }) => id,
    ),
  ).toEqual(['g1'])
  expect(chatsIn(takeInbox(lines, news({ gone: ['g1'] })))?.map(({ id }) => id)).toEqual(['g2'])
})

test('CHAT-75 a share of mine stays known, whichever of the two tellings of its packet comes first', () => {
  const packet = aPacket({ redBagId: 'p1', takenNums: 1, myValue: '3.33', rev: 2 })
  const toAll = {
    type: 'event.received',
    event: { ev: 'chat.packetChanged', v: { redBagId: 'p1', n: 1, takenNums: 1, status: 'active', rev: 2 } },
  } as const
  const toMe = { type: 'packet.changed', packet } as const
  for (const told of [
    [toAll, toMe],
    [toMe, toAll],
  ]) {
    const room = aDevice(
      aChatVenue(),
      'ada',
      () => 'arrives',
      () => false,
    ).room()
    for (const event of told) room.send(event)
    expect(room.getSnapshot().context.packets.get('p1')).toEqual({
      takenNums: 1,
      status: 'active',
      rev: 2,
      isMine: true,
    })
    room.stop()
  }
})

const anAsk = (id: string, status: FriendApply['status'] = 'pending'): FriendApply => ({
  id,
  applyId: id,
  userName: `n${id}`,
  avatar: null,
  remark: '',
  status,
  createTime: '2026-11-22 10:00:00',
  createMs: 1,
  rev: 1,
})
test('CHAT-21 requests that wait are counted as they come, and are over once answered, or when who asked is blocked', () => {
  const told = (v: FriendApply): Event => ({ ev: 'chat.applyChanged', v })
  expect(takeAsk(null, told(anAsk('1')))).toBeNull()
  const two = takeAsk([anAsk('1')], told(anAsk('2')))
  expect(two?.map(({ id }) => id)).toEqual(['2', '1'])
  expect(takeAsk(two, told(anAsk('1', 'accepted')))?.map(({ id }) => id)).toEqual(['2'])
  const v = {
    id: '9-2',
    friendId: '2',
    friendName: '',
    userName: 'n2',
    headImg: null,
    isFriend: false,
    isBlocked: true,
  }
  expect(takeAsk(two, { ev: 'chat.friendChanged', v: { ...v, isBot: false, isStaff: false } })).toEqual([anAsk('1')])
})
