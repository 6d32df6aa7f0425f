import { contentCodes } from '#contract/chat/chat-content.ts'
import { systemClock } from '#server/core/clock.ts'
import type { Caller } from '#server/core/context.ts'
import { seededRandom } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Group, Shape, Store } from '#server/core/store-port.ts'
import { enter, openChat } from '#server/features/chat/members.ts'
import { createRooms } from '#server/gateway/rooms.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { aUserRow } from '#tests/support/builders/person-rows.ts'
import { atOnce, busOf, startVenue } from '#tests/support/venues.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchRoom } from './room.ts'
import type { Row } from './row.ts'

const people = 5000
const groupSize = 100
const told = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
/** `--messages=2000`: fewer of them. */
const messages = Number(told('messages') ?? 20_000)
/** `--only=venue` or `--only=room`: one half of this part. */
const only = told('only')
const atATime = 64
let shapes: readonly Shape[] = []

/**
 * The real store that remembers what it was given, so that the same rows can be written again with nothing around them.
 */
const remembering = (store: Store, groups: Group[]): Store => ({
  ...store,
  open: (some) => {
    shapes = some
    return store.open(some)
  },
  append: (group) => {
    groups.push(group)
    return store.append(group)
  },
})
const perMessage = (processor: number) => Math.round((processor / messages) * 1e6)
const seconds = async (work: () => Promise<unknown> | void) => (await timed(work)).took
/** The seconds that passed, and those of the processor. */
const timed = async (work: () => Promise<unknown> | void) => {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { took: (performance.now() - started) / 1000, processor: (user + system) / 1e6 }
}

/** Where `groups` are asked for they are kept, which costs time and memory: such a run is not timed. */
async function begin(folder: string, groups: { readonly before: Group[]; readonly timed: Group[] } | null) {
  const written: Group[] = []
  const real = openSqlite(join(folder, 'venue.db'))
  const settings = defaultSettings(true, {
    identity: { verification: '0' },
    otc: { hasBots: false },
    chat: { sendsPerSecond: 1e9, sendBurst: 1e9, hasBots: false },
  })
  const venue = startVenue(groups === null ? real : remembering(real, written), {
    clock: systemClock,
    random: seededRandom(1),
    settings,
    onFailure: (thrown) => {
      throw thrown
    },
  })
  const route = venue.routes.find((each) => routeKeysOf(each).includes('POST /chat/imGroupMessageRef/sendMessage'))
  if (!route) throw new Error('no chat')
  const chats = await venue.command((ctx) => {
    for (let id = 1; id <= people; id += 1) ctx.tables.users.put(aUserRow(id, { nickname: `t${id}`, email: null }))
    const open = (from: number, size: number) => {
      const { id } = openChat(ctx, {
        type: 'group',
        name: 'Bench',
        avatar: null,
        owner: from,
        max: 100_000,
        isOpen: true,
        pair: null,
      })
      for (let user = from; user < from + size; user += 1) enter(ctx, id, user)
      return id
    }
    return {
      small: Array.from({ length: people / groupSize }, (_, at) => open(1 + at * groupSize, groupSize)),
      big: open(1, people),
    }
  })
  venue.flush()
  groups?.before.push(...written.splice(0))
  let sent = 0
  const send = (user: number, chat: number, text = `message ${sent}: about as long as what people write`) => {
    sent += 1
    const caller: Caller = { user, session: '', lang: 'en', device: 'bench', address: '', appVersion: 100 }
    const cid = `0198c0de-0000-7000-8000-${sent.toString(16).padStart(12, '0')}`
    return venue.execute({
      route,
      caller,
      body: { cid, chat: `g${chat}`, type: contentCodes.text, body: { text } },
      key: null,
    })
  }
  const stop = async () => {
    await venue.stop()
    groups?.timed.push(...written)
  }
  return { venue, send, chats, stop }
}

/**
 * Messages of all people into their groups of a hundred, so many under way at once, each answered when it is durable.
 */
async function many({ send, chats }: Awaited<ReturnType<typeof begin>>) {
  let next = 0
  const lane = async () => {
    while (next < messages) {
      const n = next
      next += 1
      const user = 1 + ((n * 37) % people)
      const { http, refused } = await send(user, chats.small[Math.floor((user - 1) / groupSize)] ?? 0)
      if (http !== 200 || refused !== null) throw new Error(`refused: ${String(refused)}`)
    }
  }
  await Promise.all(Array.from({ length: atATime }, lane))
}
/** One message until all members of a group of five thousand have its frame; their sockets are counters. */
async function toAll({ venue, send, chats }: Awaited<ReturnType<typeof begin>>): Promise<number> {
  const bus = busOf(venue)
  const rooms = createRooms({ bus, now: venue.now, term: () => venue })
  let frames = 0
  let bytes = 0
  const name = `chat:g${chats.big}`
  for (let user = 1; user <= people; user += 1) {
    const write = (text: string) => {
      frames += 1
      bytes += text.length
    }
    const caller: Caller = { user, session: '', lang: 'en', device: 'bench', address: '', appVersion: 100 }
    await rooms.join(name, { caller, write, hasRoom: () => true, shut: () => undefined }, {}, () => undefined)
  }
  const signals = bus.signals$.subscribe((signal) => {
    if (signal.kind === 'posted') rooms.post(signal)
  })
  const took = await seconds(() => send(1, chats.big))
  signals.unsubscribe()
  if (frames !== people || bytes === 0) throw new Error(`${frames} frames`)
  return took * 1000
}

export const bench = async (): Promise<Row[]> => [
  ...(only === 'venue' ? [] : await benchRoom()),
  ...(only === 'room' ? [] : await benchVenue()),
]

type Took = Awaited<ReturnType<typeof timed>>
const middle = <T>(some: readonly T[], by: (one: T) => number): T | undefined =>
  some.toSorted((a, b) => by(a) - by(b))[Math.floor(some.length / 2)]
const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-chat-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const record = () =>
  inFolder(async (folder) => {
    const groups: { readonly before: Group[]; readonly timed: Group[] } = { before: [], timed: [] }
    const made = await begin(folder, groups)
    await many(made)
    await made.stop()
    return groups
  })
const runVenue = () =>
  inFolder(async (folder) => {
    const made = await begin(folder, null)
    const took = await timed(() => many(made))
    const fanOut = await toAll(made)
    await made.stop()
    return { ...took, fanOut }
  })
/** The same statements on a database that holds the same people and groups, with no venue around them. */
const runBare = ({ before, timed: groups }: Awaited<ReturnType<typeof record>>) =>
  inFolder(async (folder) => {
    const store = openSqlite(join(folder, 'bare.db'))
    atOnce(store.open(shapes))
    for (const group of before) atOnce(store.append(group))
    const took = await timed(() => {
      for (const group of groups) atOnce(store.append(group))
    })
    atOnce(store.close())
    return took
  })

/** Venue and store in turn, three times, so that what else the machine does meets both; the pair in the middle. */
async function benchVenue(): Promise<Row[]> {
  const groups = await record()
  const pairs: { venue: Took & { fanOut: number }; bare: Took }[] = []
  for (let n = 0; n < 3; n += 1) pairs.push({ venue: await runVenue(), bare: await runBare(groups) })
  const pair = middle(pairs, ({ venue, bare }) => bare.took / venue.took)
  if (!pair) return []
  const { venue, bare } = pair
  const rate = Math.round(messages / venue.took)
  const bareRate = Math.round(messages / bare.took)
  const rows = groups.timed.reduce((sum, group) => sum + group.rows.length, 0)
  return [
    {
      part: 'chat',
      name: `durable messages into groups of ${groupSize}`,
      value: rate,
      unit: '1/s',
      reference: null,
      ratio: null,
      target: '>= 5000',
      reached: rate >= 5000,
    },
    {
      part: 'chat',
      name: 'the same beside SQLite writing the same rows',
      value: rate,
      unit: '1/s',
      reference: bareRate,
      ratio: Number((rate / bareRate).toFixed(2)),
      target: '>= 0.5',
      reached: rate / bareRate >= 0.5,
    },
    {
      part: 'chat',
      name: 'processor time per message, beside SQLite writing the same rows',
      value: perMessage(venue.processor),
      unit: 'µs',
      reference: perMessage(bare.processor),
      ratio: Number((venue.processor / bare.processor).toFixed(2)),
      target: 'shown',
      reached: true,
    },
    {
      part: 'chat',
      name: 'rows written per message',
      value: Number((rows / messages).toFixed(2)),
      unit: 'rows',
      reference: null,
      ratio: null,
      target: '<= 3',
      reached: rows <= messages * 3,
    },
    {
      part: 'chat',
      name: `one message to ${people} members`,
      value: Math.round(venue.fanOut),
      unit: 'ms',
      reference: null,
      ratio: null,
      target: '<= 1000',
      reached: venue.fanOut <= 1000,
    },
  ]
}
