import { atOnce } from '#tests/support/venues.ts'
import { createLoop } from '#server/loop.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seededRandom, type Random } from '#server/core/random.ts'
import { audit } from '#server/core/ledger.ts'
import { balanceId } from '#server/core/rows.ts'
import { spotHold } from '#server/features/spot/rows.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Venue } from '#server/venue.ts'
import { actsOf, spotVenue } from '#tests/support/spot-venue.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Services = Awaited<ReturnType<typeof spotVenue>>
type Leg = [owner: number | string, asset: number, kind: 'change', free: string, held: string]

/** The seed changes every day and is part of the tests' names; put a failing one here to reproduce it. */
const seed = Math.floor(Date.now() / 86_400_000)
const kinds = ['limit', 'limit', 'limit', 'market', 'ioc', 'post_only'] as const
const pick = <T>(random: Random, of: readonly T[]): T | undefined => of[random.int(of.length)]

/** One random action of a user: valid, invalid, or beyond the balance. */
async function actRandomly({ submit, cancel, orders, users, ask }: Services, random: Random) {
  const user = pick(random, users) ?? 0
  const chance = random.unit()
  if (chance < 0.2) {
    const open = await orders(user, { status: 1 })
    const order = pick(random, open)
    if (order) await cancel(user, order.id)
    return
  }
  if (chance < 0.3) {
    const accounts = ['legal', 'change', 'lever', 'micro']
    const body = {
      number: `${random.int(2000)}.${random.int(100)}`,
      currency_id: pick(random, [1, 3]),
      from_field: pick(random, accounts),
      to_field: pick(random, accounts),
    }
    await ask('POST /api/wallet/change', body, { user })
    return
  }
  const kind = pick(random, kinds)
  const type = 1 + random.int(2)
  const isTotal = kind === 'market' && type === 1 && random.unit() < 0.5
  await submit(user, {
    type,
    kind,
    target_price: kind === 'market' ? '' : `${96_000 + random.int(400)}.${random.int(10)}`,
    ...(isTotal
      ? { total: `${10 + random.int(2000)}.123` }
      : { amount: `0.0${random.int(5)}${1 + random.int(9)}${random.int(100)}` }),
  })
}

/** All entries of the journal with their lines. */
function entriesOf({ store, flush }: Venue) {
  flush()
  const entries: { seq: number; ref: string; legs: Leg[] }[] = []
  for (let after = 0; ; ) {
    const some = atOnce(store.entries(after, 1000))
    for (const { seq, ref, lines } of some) entries.push({ seq, ref, legs: JSON.parse(lines) })
    const last = some.at(-1)
    if (!last) return entries
    after = last.seq
  }
}
/** Balances recomputed from the journal alone. */
function replay(venue: Venue) {
  const sums = new Map<string, [free: bigint, held: bigint]>()
  for (const { legs } of entriesOf(venue)) {
    for (const [owner, asset, kind, free, held] of legs) {
      const id = typeof owner === 'number' ? balanceId(owner, asset, kind) : `${owner}|${asset}|${kind}`
      const [freeBefore, heldBefore] = sums.get(id) ?? [0n, 0n]
      sums.set(id, [freeBefore + BigInt(free), heldBefore + BigInt(held)])
    }
  }
  return sums
}
const liveOf = ({ ctx }: Venue) =>
  new Map(
    [...ctx.tables.balances.all()].map(({ owner, asset, kind, free, held }) => [
      `${owner}|${asset}|${kind}`,
      [free, held],
    ]),
  )

/**
 * Invariants after every step: L2, L4, L5 by the auditor, and each open order has exactly one hold of the right amount
 * (M5).
 */
function check({ venue }: Pick<Services, 'venue'>) {
  expect(venue.audit()).toEqual([])
  const { spotOrders, holds, pairs } = venue.ctx.tables
  const open = [...spotOrders.all()].filter(({ status }) => status === 'waiting')
  for (const order of open) {
    const { priceScale, amountScale } = pairs.need(order.pair)
    const left = BigInt(order.amount - order.filled)
    const needed =
      order.side === 'buy'
        ? left * BigInt(order.price) * 10n ** BigInt(8 - priceScale - amountScale)
        : left * 10n ** BigInt(8 - amountScale)
    expect(holds.need(spotHold(order.id)).left).toBe(String(needed))
  }
  const openHolds = [...holds.all()].filter(({ left }) => left !== '0')
  expect(openHolds.map(({ id }) => id).toSorted()).toEqual(open.map(({ id }) => spotHold(id)).toSorted())
}

test(`L1 L2 L3 L4 L5 M5 M6 the books are correct after each random action (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const harness = await spotVenue(4, { seed })
  const engines = createLoop(harness.venue)
  for (let n = 0; n < 600; n += 1) {
    harness.clock.advance(250)
    if (random.unit() < 0.5) await engines.step()
    await actRandomly(harness, random)
    check(harness)
  }
  expect(harness.bugs).toEqual([])
  for (const { legs } of entriesOf(harness.venue)) {
    const sums = new Map<number, bigint>()
    for (const [, asset, , free, held] of legs) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(free) + BigInt(held))
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
  }
  expect(replay(harness.venue)).toEqual(liveOf(harness.venue))
  expect(firstBreak(harness.venue.store)).toBeNull()
  expect(entriesOf(harness.venue).length).toBeGreaterThan(300)
})
test(`L8 every hold ends once: the amount held equals what was paid and returned (seed ${seed})`, async () => {
  const random = seededRandom(seed + 1)
  const harness = await spotVenue(3, { seed })
  for (let n = 0; n < 300; n += 1) await actRandomly(harness, random)
  for (const user of harness.users)
    for (const order of await harness.orders(user, { status: 1, limit: 50 })) await harness.cancel(user, order.id)
  check(harness)
  const holds = new Map<string, bigint>()
  for (const { ref, legs } of entriesOf(harness.venue)) {
    if (!ref.startsWith('spot:')) continue
    for (const [owner, asset, , , held] of legs)
      holds.set(`${owner}|${asset}`, (holds.get(`${owner}|${asset}`) ?? 0n) + BigInt(held))
  }
  // A trade between two users is one entry, which pays out of both holds.
  expect(holds.size).toBeGreaterThan(3)
  expect([...holds.values()].every((left) => left === 0n)).toBe(true)
  expect(harness.venue.ctx.markets.need('BTC-USDT').book().size()).toBe(0)
})
test('V1 each line of the log says what was there, what moved and what is there, and the lines chain', async () => {
  const { submit, ann, ben, venue } = await spotVenue(2)
  for (let n = 0; n < 3; n += 1) {
    await submit(ann, { type: 2, amount: '0.001', target_price: '96000' })
    await submit(ben, { type: 1, amount: '0.001', target_price: '96000' })
  }
  await venue.durable()
  const { bodies } = await venue.store.page({
    table: 'logs',
    where: { user: ann, asset: 1, kind: 'change' },
    limit: 100,
    offset: 0,
  })
  const lines = bodies.map((body): { before: string; value: string; after: string } => JSON.parse(body)).toReversed()
  const { free, held } = venue.ctx.ledger.balance({ owner: ann, asset: 1, kind: 'change' })
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter(({ before, value, after }) => BigInt(before) + BigInt(value) !== BigInt(after))).toEqual([])
  expect(lines.slice(1).map(({ before }) => before)).toEqual(lines.slice(0, -1).map(({ after }) => after))
  expect(lines.at(-1)?.after).toBe(String(free + held))
})
test('L10 trading back and forth never makes a user richer, and the fee account has the difference', async () => {
  const { submit, money, ann, ben, venue } = await spotVenue(2)
  const wealth = () =>
    [ann, ben].flatMap((user) =>
      [1, 3].map((asset) => venue.ctx.ledger.balance({ owner: user, asset, kind: 'change' }).free),
    )
  let before = wealth()
  for (let n = 0; n < 50; n += 1) {
    await submit(ann, { type: 2, amount: '0.000011', target_price: '96000.01' })
    await submit(ben, { type: 1, amount: '0.000011', target_price: '96000.01' })
    await submit(ben, { type: 2, amount: '0.000011', target_price: '96000.01' })
    await submit(ann, { type: 1, amount: '0.000011', target_price: '96000.01' })
    const after = wealth()
    expect(after.every((units, at) => units < (before[at] ?? 0n))).toBe(true)
    before = after
  }
  // The fee 0.000011 BTC × 0.001 is 1.1 units, rounded up to 2 each time.
  expect(money('fee', 1)).toBe('200+0')
  expect(venue.audit()).toEqual([])
})
test(`M7 the same commands give the same journal entries, byte for byte (seed ${seed})`, async () => {
  const run = async () => {
    const random = seededRandom(seed + 2)
    const harness = await spotVenue(3, { seed })
    const engines = createLoop(harness.venue)
    for (let n = 0; n < 120; n += 1) {
      harness.clock.advance(250)
      await engines.step()
      await actRandomly(harness, random)
    }
    return { end: harness.venue.ctx.journal.end(), book: harness.venue.ctx.markets.need('BTC-USDT').book().orders() }
  }
  expect(await run()).toEqual(await run())
})
test(`L16 a restart loads the live state, which is also what the journal alone gives (seed ${seed})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  try {
    const file = join(folder, 'venue.db')
    const random = seededRandom(seed + 3)
    const harness = await spotVenue(3, { store: openSqlite(file), seed })
    for (let n = 0; n < 200; n += 1) await actRandomly(harness, random)
    const liveBalances = liveOf(harness.venue)
    const book = harness.venue.ctx.markets.need('BTC-USDT').book().orders()
    await harness.venue.stop()
    const restarted = createMemoryVenue({ store: openSqlite(file) })
    expect(liveOf(restarted.venue)).toEqual(liveBalances)
    expect(replay(restarted.venue)).toEqual(liveBalances)
    expect(restarted.venue.ctx.markets.need('BTC-USDT').book().orders()).toEqual(book)
    check(restarted)
    const acts = actsOf(restarted)
    for (const user of harness.users)
      for (const order of await acts.orders(user, { status: 1, limit: 50 })) await acts.cancel(user, order.id)
    check(restarted)
    await restarted.venue.stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
test('L2 a posting that would leave less than nothing held is an error of the program, and nothing of it is kept', () => {
  const {
    venue: {
      ctx: { ledger },
    },
  } = createMemoryVenue()
  const cell = { owner: 1, asset: 3, kind: 'change' } as const
  ledger.post({
    type: 1,
    ref: 'in',
    postings: [
      { ...cell, free: 5n },
      { ...cell, owner: 'house', free: -5n },
    ],
  })
  expect(() => ledger.post({ type: 1, ref: 'out', postings: [{ ...cell, free: 1n, held: -1n }] })).toThrow(
    'held below zero',
  )
  expect(ledger.balance(cell)).toMatchObject({ free: 5n, held: 0n })
})
test('L6 a balance and its log name the entry of the journal that made them', async () => {
  const { venue } = createMemoryVenue()
  const cell = { owner: 1, asset: 3, kind: 'change' } as const
  for (const ref of ['first', 'second'])
    await venue.command(({ ledger, tables, journal }) => {
      const seq = ledger.post({
        type: 1,
        ref,
        postings: [
          { ...cell, free: 5n },
          { ...cell, owner: 'house', free: -5n },
        ],
      })
      expect([ledger.balance(cell).seq, tables.logs.nextId() > 1, journal.next()]).toEqual([seq, true, seq + 1])
    })
})
test('L4 money that is held moves only to a hold of the same person, coin and account', () => {
  const {
    venue: {
      ctx: { ledger },
    },
  } = createMemoryVenue()
  const cell = { owner: 1, asset: 3, kind: 'change' } as const
  const cells = {
    own: cell,
    other: { ...cell, owner: 2 },
    coin: { ...cell, asset: 1 },
    account: { ...cell, kind: 'legal' },
  } as const
  const units = 10n
  for (const [id, own] of Object.entries(cells)) {
    ledger.post({
      type: 1,
      ref: id,
      postings: [
        { ...own, free: units },
        { ...own, owner: 'house', free: -units },
      ],
    })
    ledger.hold(id, own, units, 1)
  }
  for (const to of ['other', 'coin', 'account'])
    expect(() => ledger.shift('own', to, 1n)).toThrow('hold different money')
  ledger.shift('own', 'new', 4n)
  ledger.shift('own', 'new', 5n)
  expect(['own', 'new', 'other', 'coin', 'account'].map(ledger.leftOf)).toEqual([1n, 9n, units, units, units])
  expect(() => ledger.shift('own', 'new', 2n)).toThrow('below zero')
})
test('L2 L4 the plain audit finds no fault in an account that was emptied, and every one that is below zero', () => {
  const {
    venue: {
      ctx: { ledger, tables },
    },
  } = createMemoryVenue()
  const cell = { owner: 1, asset: 3, kind: 'change' } as const
  const move = (free: bigint) =>
    ledger.post({
      type: 1,
      ref: 'r',
      postings: [
        { ...cell, free },
        { ...cell, owner: 'house', free: -free },
      ],
    })
  move(5n)
  move(-5n)
  expect(audit(tables)).toEqual([])
  tables.balances.put({ ...cell, free: -1n, held: 1n, seq: 9 })
  expect(audit(tables)).toContainEqual({ rule: 'L4', at: '1|3|change' })
  expect(audit(tables)).toContainEqual({ rule: 'L5', at: '1|3|change' })
  tables.balances.put({ ...cell, free: 1n, held: -1n, seq: 9 })
  expect(audit(tables)).toContainEqual({ rule: 'L4', at: '1|3|change' })
})
test('L7 a fee of the smallest unit is noted, none is not, and the record is emptied when it is taken', () => {
  const {
    venue: {
      ctx: { ledger },
    },
  } = createMemoryVenue()
  const fee = { payer: 1, asset: 3, kind: 'change', ref: 'f' } as const
  for (const amount of [0n, 1n, 2n]) ledger.noteFee({ ...fee, amount })
  expect([ledger.takeFees(), ledger.takeFees()]).toEqual([
    [
      { ...fee, amount: 1n },
      { ...fee, amount: 2n },
    ],
    [],
  ])
})
test('V1 an account in which nothing was ever booked is empty, as of no entry', () => {
  const {
    venue: {
      ctx: { ledger },
    },
  } = createMemoryVenue()
  const cell = { owner: 77, asset: 3, kind: 'change' } as const
  expect(ledger.balance(cell)).toEqual({ ...cell, free: 0n, held: 0n, seq: 0 })
})
