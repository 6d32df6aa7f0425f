import { event as eventSchema } from '#contract/events.ts'
import type { OptionOrder, OptionType } from '#contract/option/option.ts'
import { decode } from '#contract/wire/coded.ts'
import { createSimulation, type Feed } from '#server/features/market/prices/feeds.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { seededRandom } from '#server/core/random.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { register } from '#tests/support/people.ts'
import * as z from 'zod/mini'

export const stepMs = 500
const purse = 10n ** 18n
const taken = z.object({ type: z.literal('ok'), message: z.object({ id: z.int() }) })

/** A price source that can be asked what it will say next: what a feed half a second ahead would know. */
function foresight(feed: Feed) {
  let next = new Map<string, number>()
  const pull = (at: number) => new Map(feed.read(at).map(({ market, price }) => [market, price]))
  return {
    feed: {
      sources: feed.sources,
      read: (at: number) => {
        const now = next.size > 0 ? next : pull(at)
        next = pull(at + stepMs)
        return [...now].map(([market, price]) => ({ market, price }))
      },
    },
    next: (market: string) => Math.max(1, Math.round(next.get(market) ?? 0)),
  }
}

/**
 * A whole venue whose clock runs as fast as it can: simulated prices twice a second, people who stake, a naive record
 * of it all.
 */
export async function roundWorld(seed: number, users: number) {
  const harness = createMemoryVenue({ seed, settings: { option: { exposure: '1000000000' } } })
  const { venue, clock, ask } = harness
  const { ctx } = venue
  const chance = seededRandom(seed + 7)
  const people: number[] = []
  for (let n = 1; n <= users; n += 1) people.push(await register(harness, `player${n}@kontor.test`))
  await venue.command(({ tables, ledger }) => {
    tables.coins.put({ ...tables.coins.need(3), microHold: 100_000, microFee: '0.3' })
    for (const id of people)
      ledger.post({
        type: 200,
        ref: `purse:${id}`,
        postings: [
          { owner: 'external', asset: 3, kind: 'micro', free: -purse },
          { owner: id, asset: 3, kind: 'micro', free: purse },
        ],
      })
  })
  await verify(venue, people)
  const seeds = ctx.markets.all().map((market) => ({ market: market.pair.market, price: market.last() }))
  const ahead = foresight(createSimulation(seeds, seededRandom(seed + 1)))
  const index = ctx.priceIndex
  index.follow(ahead.feed)
  /** Every price by market and instant. */
  const record = new Map(seeds.map(({ market }) => [market, new Map<number, number>()]))
  const ended: OptionOrder[] = []
  venue.deliveries$.subscribe((rows) => {
    for (const { body } of rows) {
      const read = decode(eventSchema, JSON.parse(body))
      if (!read.success) throw new Error(`an event that nobody can read: ${body}`)
      const { data } = read
      if (data.ev === 'option.settled' || (data.ev === 'option.orderChanged' && data.why === 'void')) ended.push(data.v)
    }
  })
  return {
    venue,
    clock,
    chance,
    people,
    record,
    ended,
    ahead,
    entryDelayMs: ctx.settings.option.entryDelayMs,
    markets: ctx.markets.all().map(({ pair: { id, market, priceScale } }) => ({ id, market, priceScale })),
    indexOf: (market: string) => ctx.markets.need(market).quote()?.index ?? 0,
    /** The next half second; `isSilent`: the source says nothing. */
    step: async (isSilent: boolean) => {
      clock.advance(stepMs)
      if (isSilent) return
      await venue.command((inside) => {
        index.read()
        takeTicks(inside)
      })
      for (const market of ctx.markets.all())
        record.get(market.pair.market)?.set(clock.now(), market.quote()?.index ?? 0)
    },
    /** The number of the order, or nothing when it was refused. */
    stake: async (user: number, match_id: number, type: OptionType, seconds: number, number = '100') => {
      const body = { match_id, currency_id: 3, type: { call: 1, put: 2, even: 3 }[type], seconds, number }
      const { answer } = await ask('POST /api/microtrade/submit', body, { user })
      const read = decode(taken, answer)
      return read.success ? read.data.message.id : null
    },
    money: (owner: number | 'house' | 'fee') => {
      const { free, held } = ctx.ledger.balance({ owner, asset: 3, kind: 'micro' })
      return free + held
    },
  }
}
export type RoundWorld = Awaited<ReturnType<typeof roundWorld>>
