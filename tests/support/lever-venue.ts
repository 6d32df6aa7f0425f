import { aKycRow } from './builders/person-rows.ts'
import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/trigger/tick.ts'
import { createMemoryVenue } from '#server/memory.ts'
import type { Owner } from '#server/core/rows.ts'
import { answerOf, register } from './people.ts'

type Options = NonNullable<Parameters<typeof createMemoryVenue>[0]>
type Body = Record<string, unknown>
/** An event in wire form. */
type WireEvent = { ev: string; why?: string; v: Body }
/** Ids of the base coins of the markets used in tests. */
const coins: Readonly<Record<string, number>> = { 'BTC-USDT': 1, 'ETH-USDT': 2 }
export const btc = 'BTC-USDT'
export const eth = 'ETH-USDT'
export const usdt = 3
export const units = (amount: number) => BigInt(Math.round(amount * 1e8))

/** A venue with verified users, in which the test sets the mark prices. */
export async function leverVenue(people: number, options: Options = {}) {
  // Positions here are closed within moments: only tests of it charge the spread for that.
  const lever = { isQuickCharged: false, ...options.settings?.lever }
  const harness = createMemoryVenue({ ...options, settings: { ...options.settings, lever } })
  const { venue, clock, ask } = harness
  const users: number[] = []
  for (let n = 1; n <= people; n += 1) users.push(await register(harness, `holder${n}@kontor.test`))
  await verify(venue, users)
  const acts = leverActs(harness)
  await acts.mark(100_000)
  await acts.mark(4000, eth)
  const [ann = 0, ben = 0] = users
  return { ...harness, ...acts, users, ann, ben, venue, clock, ask }
}
export const verify = (venue: ReturnType<typeof createMemoryVenue>['venue'], users: readonly number[]) =>
  venue.command(({ tables, now }) => {
    for (const user of users) tables.kycs.put(aKycRow(user, 1, now()))
  })

/** Calls of position holders and the events they receive; each new mark price comes 250 ms after the previous one. */
export const leverActs = ({
  venue,
  clock,
  ask,
}: Pick<ReturnType<typeof createMemoryVenue>, 'venue' | 'clock' | 'ask'>) => {
  const marks = createMarks(venue)
  const received: { user: number; event: WireEvent }[] = []
  venue.deliveries$.subscribe((rows) =>
    received.push(...rows.map(({ user, body }) => ({ user, event: JSON.parse(body) }))),
  )
  let ticks = 0
  const quote = (price: number, name = btc) => {
    const market = venue.ctx.markets.need(name)
    const inTicks = Math.round(price * 10 ** market.pair.priceScale)
    market.setQuote({ tick: `t${(ticks += 1)}`, index: inTicks, mark: inTicks, sources: 1, at: venue.ctx.now() })
  }
  const call = async (user: number, name: string, body: Body, key: string | null = null) =>
    answerOf((await ask(`POST /api/lever/${name}`, body, { user }, key)).answer)
  return {
    marks,
    received,
    quote,
    /** The next tick: sets a mark price, and runs the lever step. */
    mark: async (price: number, name = btc) => {
      clock.advance(250)
      quote(price, name)
      await venue.command(takeTicks)
      await marks.step()
      venue.flush()
    },
    call,
    /** Opens a position; by default one lot of BTC long at the market with leverage 10. */
    submit: (user: number, order: Body = {}, key: string | null = null) => {
      const { market: name = btc, ...rest } = order
      return call(
        user,
        'submit',
        { legal_id: usdt, currency_id: coins[String(name)], type: 1, status: 1, share: 1, multiple: 10, ...rest },
        key,
      )
    },
    close: (user: number, id: unknown, more: Body = {}) => call(user, 'close', { id, ...more }),
    cancel: (user: number, id: unknown, more: Body = {}) => call(user, 'cancel', { id, ...more }),
    setStop: (user: number, id: unknown, more: Body) => call(user, 'setstop', { id, ...more }),
    positions: async (user: number, query: Body = {}) => {
      const { message } = await call(user, 'my_trade', { limit: 50, ...query })
      return pageIn(message)
    },
    money: (owner: Owner) => {
      const { free, held } = venue.ctx.ledger.balance({ owner, asset: usdt, kind: 'lever' })
      return { free, held, all: free + held }
    },
    eventsOf: (user: number, ev: string) =>
      received.filter((one) => one.user === user && one.event.ev === ev).map(({ event }) => event),
  }
}

type Page = {
  rate_profits_total: Body
  message: { data: Body[]; total: number; last_page: number; next_page_url: string | null }
}
const isPage = (value: unknown): value is Page => typeof value === 'object' && value !== null && 'message' in value
const pageIn = (value: unknown): Page => {
  if (!isPage(value)) throw new Error(`no page: ${JSON.stringify(value)}`)
  return value
}
