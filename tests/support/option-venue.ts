import type { Event } from '#contract/events.ts'
import { takeTicks } from '#server/features/option/deadlines.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import type { Owner } from '#server/core/rows.ts'
import { verify } from './lever-venue.ts'
import { answerOf, register } from './people.ts'

type Options = Parameters<typeof createMemoryVenue>[0]
type Body = Record<string, unknown>
export const start = memoryStartMs
export const btc = 'BTC-USDT'

/** A venue with verified users, in which the test sets the index price. The first rounds open at its start time. */
export async function optionVenue(people: number, options: Options = {}) {
  const harness = createMemoryVenue(options)
  const users: number[] = []
  for (let n = 1; n <= people; n += 1) users.push(await register(harness, `better${n}@kontor.test`))
  await verify(harness.venue, users)
  const [ann = 0, ben = 0] = users
  return { ...harness, ...optionActs(harness), users, ann, ben }
}

/** Calls of option users, control of the index price, and the events received. */
export const optionActs = ({
  venue,
  clock,
  ask,
}: Pick<ReturnType<typeof createMemoryVenue>, 'venue' | 'clock' | 'ask'>) => {
  const received: { user: number; event: Event }[] = []
  venue.deliveries$.subscribe((rows) =>
    received.push(...rows.map(({ user, body }) => ({ user, event: JSON.parse(body) }))),
  )
  const { ctx } = venue
  let ticks = 0
  /** Sets the index price now, and runs the option step. */
  const quote = async (price: number, name = btc) => {
    const market = ctx.markets.need(name)
    const index = Math.round(price * 10 ** market.pair.priceScale)
    market.setQuote({
      tick: `${clock.now().toString(36)}-${(ticks += 1)}`,
      index,
      mark: index,
      sources: 1,
      at: clock.now(),
    })
    await venue.command(takeTicks)
  }
  /** Runs until `ms` after the start, with a price twice a second and deadlines as they become due. */
  const until = async (ms: number, price: number | ((atMs: number) => number) = 100) => {
    while (clock.now() < start + ms) {
      clock.advance(Math.min(500 - ((clock.now() - start) % 500), start + ms - clock.now()))
      if ((clock.now() - start) % 500 === 0) await quote(typeof price === 'number' ? price : price(clock.now() - start))
      await venue.runDue()
    }
    venue.flush()
  }
  const list = async (user: number, query: Body = {}) =>
    pageIn(answerOf((await ask('GET /api/microtrade/lists', query, { user })).answer).message)
  return {
    received,
    quote,
    until,
    list,
    /** Jumps to `ms` after the start without prices. */
    silence: async (ms: number) => {
      clock.set(start + ms)
      await venue.runDue()
      venue.flush()
    },
    /** Submits a stake; by default 10 USDT on `call` in BTC for a minute. */
    submit: async (user: number, order: Body = {}, key: string | null = null) => {
      const body = { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10', ...order }
      return orderIn((await ask('POST /api/microtrade/submit', body, { user }, key)).answer)
    },
    order: async (user: number, id: unknown) => (await list(user, { id })).data[0] ?? {},
    rounds: async (user: number, query: Body = { match_id: 1, seconds: 60 }) => (await list(user, query)).rounds,
    money: (owner: Owner) => {
      const { free, held } = ctx.ledger.balance({ owner, asset: 3, kind: 'micro' })
      return { free, held }
    },
    eventsOf: (user: number, ev: string) =>
      received.filter((one) => one.user === user && one.event.ev === ev).map(({ event }) => event),
  }
}

export type Answered = { type: string; message: Body; reason?: string; params?: Body }
const isAnswered = (value: unknown): value is Answered =>
  typeof value === 'object' && value !== null && 'message' in value
const orderIn = (value: unknown): Answered => {
  if (!isAnswered(value)) throw new Error(`no answer: ${JSON.stringify(value)}`)
  return value
}
type Page = { data: Body[]; total: number; last_page: number; rounds: Body[]; server_now_ms: number }
const isPage = (value: unknown): value is Page => typeof value === 'object' && value !== null && 'rounds' in value
const pageIn = (value: unknown): Page => {
  if (!isPage(value)) throw new Error(`no page: ${JSON.stringify(value)}`)
  return value
}
