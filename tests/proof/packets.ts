import { verifyPacket } from '#contract/chat/chat-packet.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { seededRandom } from '#server/core/random.ts'
import { enter, openChat } from '#server/features/chat/members.ts'
import { packetTable, type PacketRow } from '#server/features/chat/packet-rows.ts'
import { expirePacket, giveShare, sendPacket, unitsOf } from '#server/features/chat/red-packets/settle.ts'
import { packetOf } from '#server/features/chat/red-packets/view.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { enterPeople } from '#tests/support/otc/otc-venue.ts'
import { atOnce } from '#tests/support/venues.ts'

/** `most`: the shares of the largest packet; otherwise one for each member. */
type Options = { packets: number; seed: number; members?: number; most?: number }
const first = 100_001
/** Shares at one place of packets of the same count, as parts of the mean share. */
type Place = { sum: number; squares: number; count: number }

/** Events would fill the memory, and nobody reads them here; all else is stored. */
const withoutEvents = (store: Store): Store => ({ ...store, append: (group) => store.append({ ...group, events: [] }) })

/** So many members in a random order, each order as likely as any other. */
const drawn = (users: readonly number[], count: number, random: { int: (below: number) => number }) => {
  const rest = [...users]
  return Array.from({ length: count }, () => {
    const at = random.int(rest.length)
    const [taker = first] = rest.splice(at, 1, ...rest.slice(-1))
    rest.pop()
    return taker
  })
}

/**
 * Sends packets of every kind by chance, lets members take them in a random order, and lets some expire. A twin keeps
 * the books on its own:
 * who has what, what is open, what came back. Whatever differs from the venue is returned by its rule (R1–R4, R6, R8).
 */
export async function provePackets({ packets, seed, members = 20, most = members }: Options) {
  const random = seededRandom(seed)
  const { venue } = createMemoryVenue({ seed, store: withoutEvents(openSqlite(':memory:')) })
  const users = Array.from({ length: members }, (_, at) => first + at)
  await enterPeople(venue, users)
  const chatNo = await venue.command((ctx) => {
    const { id } = openChat(ctx, {
      type: 'group',
      name: 'Proof',
      avatar: null,
      owner: first,
      max: -1,
      isOpen: true,
      pair: null,
    })
    for (const user of users) enter(ctx, id, user)
    return id
  })
  const breaches: string[] = []
  const check = (isTrue: boolean, rule: string) => {
    if (!isTrue && breaches.length < 20) breaches.push(rule)
  }
  const cell = (owner: number) => ({ owner, asset: baseCoin.id, kind: 'legal' }) as const
  const twin = new Map(users.map((user) => [user, venue.ctx.ledger.balance(cell(user)).free]))
  const add = (user: number, units: bigint) => twin.set(user, (twin.get(user) ?? 0n) + units)
  const places = Array.from({ length: 10 }, (): Place => ({ sum: 0, squares: 0, count: 0 }))
  const sums = { takes: 0, expired: 0, exhausted: 0 }
  const ten = 10

  for (let no = 0; no < packets; no += 1) {
    const count = random.int(3) === 0 ? ten : 1 + random.int(most)
    const cents = BigInt(count + random.int(20_000 - count + 1))
    const from = users[random.int(members)] ?? first
    const rule = random.int(3) === 0 ? 'equal' : 'random'
    if ((twin.get(from) ?? 0n) < unitsOf(cents)) continue
    const { packet } = await venue.command((ctx) =>
      sendPacket(ctx, {
        user: from,
        chat: ctx.tables.chats.need(chatNo),
        cents,
        count,
        type: 'group',
        rule,
        named: null,
        remark: '',
      }),
    )
    add(from, -unitsOf(cents))
    const shares = packet.shares.map(BigInt)
    check(shares.every((share) => share >= 1n) && shares.reduce((sum, share) => sum + share, 0n) === cents, 'R3')
    if (rule === 'equal') check((shares[0] ?? 0n) - (shares.at(-1) ?? 0n) <= 1n, 'R3')
    if (rule === 'random' && count === ten)
      shares.forEach((share, at) => {
        const place = places[at]
        const part = (Number(share) * ten) / Number(cents)
        if (place)
          Object.assign(place, { sum: place.sum + part, squares: place.squares + part * part, count: place.count + 1 })
      })
    const takers = drawn(users, random.int(4) === 0 ? random.int(count) : count, random)
    let row: PacketRow = packet
    let taken = 0n
    // All at once, as people do; they are decided one by one in this order, and committed in groups.
    row =
      (
        await Promise.all(
          takers.map((user) => venue.command((ctx) => giveShare(ctx, ctx.tables.chatPackets.need(packet.id), user))),
        )
      ).at(-1) ?? packet
    for (const [at, user] of takers.entries()) {
      taken += shares[at] ?? 0n
      add(user, unitsOf(shares[at] ?? 0n))
      sums.takes += 1
    }
    if (takers.length < count) {
      row = await venue.command((ctx) => expirePacket(ctx, ctx.tables.chatPackets.need(packet.id)))
      add(from, unitsOf(cents - taken))
      check(BigInt(row.refund) === cents - taken && row.status === 'expired', 'R4')
      sums.expired += 1
    } else {
      check(row.status === 'exhausted' && row.refund === '0', 'R4')
      sums.exhausted += 1
    }
    check(row.takes.length <= count && new Set(row.takes.map(({ user }) => user)).size === row.takes.length, 'R2')
    check(verifyPacket(packetOf(venue.ctx, row, from)) === true, 'R8')
    if (no % 1000 === 999)
      for (const user of users) check(venue.ctx.ledger.balance(cell(user)).free === twin.get(user), 'R1')
  }
  for (const user of users) {
    const { free, held } = venue.ctx.ledger.balance(cell(user))
    check(free === twin.get(user) && held === 0n, 'R1')
  }
  breaches.push(...venue.audit().map(({ rule }) => rule))
  venue.flush()
  // Ended packets are in the store as they ended.
  const stored = atOnce(venue.store.page({ table: packetTable, where: { chat: chatNo }, limit: 1, offset: 0 })).total
  check(stored === sums.expired + sums.exhausted, 'R1')
  const errors = places
    .filter(({ count }) => count > 1)
    .map(({ sum, squares, count }) => {
      const mean = sum / count
      return Math.abs(mean - 1) / Math.sqrt((squares / count - mean * mean) / count)
    })
  const worst = Math.max(0, ...errors)
  check(worst <= 4, 'R6')
  return { ...sums, breaches, worst }
}
