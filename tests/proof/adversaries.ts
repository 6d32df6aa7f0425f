import { spotSide } from '#contract/spot/spot.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { createMemoryVenue, memoryStartMs, type MemoryVenue } from '#server/memory.ts'
import { createLoop } from '#server/loop.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Store } from '#server/core/store-port.ts'
import type { Feed } from '#server/features/market/prices/feeds.ts'
import { createMedianFeed } from '#tests/support/median-feed.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { verify } from '#tests/support/lever-venue.ts'

/**
 * People who have read the source, own many accounts and have patience. Each tries one way of taking money from the
 * house, in a whole
 * venue with its market maker, price source and real arming; what all of them have in the end is compared with what
 * they brought.
 */
const stepMs = 250
const name = 'BNB-USDT'
const bnb = 9
const usdt = 3
const price = 647.3
const accounts = 64
/** What each account brings, in USDT per account kind. */
const purse = 50_000
/** As in production, where a test's venue is laxer. */
const settings = { market: { armTicks: 8, armMs: 2000 }, option: { stillMs: 60_000 } }

export async function adversaryWorld(seed: number, sources = 1) {
  const random = seededRandom(seed)
  const store: Store = openSqlite(':memory:')
  let startMs = memoryStartMs
  let harness: MemoryVenue = createMemoryVenue({ store, seed, startMs, settings })
  /** What the sources say: the true price, and what the adversary makes one of them say. */
  let said: number | null = price
  let bent: number | null = null
  const source = (nth: number): Feed => ({
    sources: 1,
    read: () => (said === null ? [] : [{ market: name, price: (nth === 0 ? (bent ?? said) : said) * 100 }]),
  })
  const feed = (): Feed =>
    sources === 1 ? source(0) : createMedianFeed(Array.from({ length: sources }, (_, nth) => source(nth)))
  let loop = createLoop(harness.venue, { feed: feed() })
  const users: number[] = []
  for (let n = 0; n < accounts; n += 1) users.push(await register(harness, `a${n}@kontor.test`))
  await verify(harness.venue, users)
  await harness.venue.command(({ ledger }) => {
    for (const owner of users)
      for (const kind of ['lever', 'micro', 'change'] as const) {
        const cell = { asset: usdt, kind }
        ledger.post({
          type: 1,
          ref: 'test:1',
          postings: [
            { ...cell, owner: 'external', free: -parseDec(String(purse)) },
            { ...cell, owner, free: parseDec(String(purse)) },
          ],
        })
        const coins = { asset: bnb, kind }
        if (kind === 'change')
          ledger.post({
            type: 1,
            ref: 'test:1',
            postings: [
              { ...coins, owner: 'external', free: -parseDec('100') },
              { ...coins, owner, free: parseDec('100') },
            ],
          })
      }
  })
  const market = () => harness.venue.ctx.markets.need(name)
  let ticks = 0
  const tick = async (count = 1, move: (now: number) => number = (now) => now) => {
    for (let n = 0; n < count; n += 1) {
      harness.clock.advance(stepMs)
      if (said !== null) said = Math.round(move(said) * 100) / 100
      await loop.step()
      await harness.venue.runDue()
      if ((ticks += 1) % 4 === 0) await loop.second()
    }
    harness.venue.flush()
  }
  let commands = 0
  const call = async (user: number, path: string, body: object) => {
    commands += 1
    return answerOf((await harness.ask(`POST /api/${path}`, body, { user })).answer)
  }
  /** All the adversaries have, in USDT, coins at the true price and positions at the mark. */
  const worth = (truePrice: number): number => {
    const { ledger, tables } = harness.venue.ctx
    let sum = 0
    for (const owner of users)
      for (const kind of ['lever', 'micro', 'change', 'legal'] as const) {
        const money = ledger.balance({ owner, asset: usdt, kind })
        const coins = ledger.balance({ owner, asset: bnb, kind })
        sum += Number(money.free + money.held) / 1e8 + (Number(coins.free + coins.held) / 1e8) * truePrice
      }
    for (const row of tables.leverPositions.all()) {
      if (row.status !== 'trading') continue
      const moved = Number(BigInt(market().quote()?.mark ?? 0) * 10n ** 6n - row.price) * (row.side === 'long' ? 1 : -1)
      sum += (moved * Number(row.number)) / 1e16
    }
    return sum
  }
  await tick(40)
  return {
    seed,
    random,
    users,
    tick,
    call,
    worth,
    market,
    price,
    say: (next: number | null) => {
      said = next
    },
    /** One source says this for as long as it is not taken back. */
    bend: (next: number | null) => {
      bent = next
    },
    ctx: () => harness.venue.ctx,
    open: (user: number, more: object = {}) =>
      call(user, 'lever/submit', {
        legal_id: usdt,
        currency_id: bnb,
        type: 1,
        status: 1,
        share: 500,
        multiple: 100,
        slippage: '5',
        ...more,
      }),
    close: (user: number, id: unknown) => call(user, 'lever/close', { id }),
    /** A stop so far from the mark. */
    stop: (user: number, id: unknown, away: number) =>
      call(user, 'lever/setstop', { id, stop_loss_price: ((market().quote()?.mark ?? 0) / 100 + away).toFixed(2) }),
    /** All that is free in one account goes to another, if it may. */
    transfer: (user: number, from_field: AccountKind, to_field: AccountKind) => {
      const { free } = harness.venue.ctx.ledger.balance({ owner: user, asset: usdt, kind: from_field })
      return call(user, 'wallet/change', { currency_id: usdt, from_field, to_field, number: formatDec(free) })
    },
    /** An order in the real book, by an account of theirs. */
    order: (user: number, side: 'buy' | 'sell', at: number, amount: number) =>
      call(user, 'coin/trade', {
        legal_id: usdt,
        currency_id: bnb,
        type: encode(spotSide, side),
        target_price: at.toFixed(2),
        amount: amount.toFixed(4),
      }),
    cancel: (user: number, id: unknown) => call(user, 'coin/cancel', { id }),
    stake: (user: number, type: number, number = '1000', seconds = 60) =>
      call(user, 'microtrade/submit', { match_id: 8, currency_id: usdt, type, seconds, number }),
    /** The venue stops and starts again on the same folder. */
    restart: (sleepMs: number) => {
      harness.venue.flush()
      startMs = harness.clock.now() + sleepMs
      harness = createMemoryVenue({ store, seed: seed + (startMs % 1000), startMs, settings })
      loop = createLoop(harness.venue, { feed: feed() })
    },
    now: () => harness.clock.now(),
    /** How many calls have been made. */
    commands: () => commands,
    audit: () => harness.venue.audit(),
  }
}
export type AdversaryWorld = Awaited<ReturnType<typeof adversaryWorld>>
