import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/trigger/tick.ts'
import type { createMemoryVenue, MemoryVenue } from '#server/memory.ts'
import { leverVenue, btc, usdt } from './lever-venue.ts'
import { answerOf } from './people.ts'
import { actsOf } from './spot-venue.ts'

type Body = Record<string, unknown>
type Leg = Body
const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** Calls around triggers in BTC/USDT, and the prices that reach them. */
export const triggerActs = ({ ask, venue, clock }: Pick<MemoryVenue, 'ask' | 'venue' | 'clock'>) => {
  const coins = { legal_id: usdt, currency_id: 1 }
  const post = async (user: number, path: string, body: Body) =>
    answerOf((await ask(`POST /api/${path}`, body, { user })).answer)
  const place = (user: number, act: string, legs: readonly Leg[], more: Body = {}) =>
    post(user, 'trigger/place', {
      product: act === 'buy' || act === 'sell' ? 'spot' : 'lever',
      ...coins,
      act,
      legs,
      ...more,
    })
  const list = async (user: number, query: Body = {}) => {
    const { message } = answerOf((await ask('GET /api/trigger/list', { limit: 50, ...query }, { user })).answer)
    const rows: unknown = isRecord(message) ? message['data'] : []
    return Array.isArray(rows) ? rows.filter(isRecord) : []
  }
  let ticks = 0
  return {
    post,
    place,
    list,
    /** The ids of what a placing has made. */
    idsOf: ({ data }: Awaited<ReturnType<typeof place>>): number[] => {
      const rows: unknown = data?.['triggers']
      return Array.isArray(rows) ? rows.filter(isRecord).map(({ id }) => Number(id)) : []
    },
    find: async (user: number, id: unknown) => (await list(user)).find((row) => row['id'] === id),
    /** The next tick: mark and index at a price, and all that follows from it. */
    tick: async (price: number, { mark = price, at = 250, name = btc } = {}) => {
      clock.advance(at)
      const market = venue.ctx.markets.need(name)
      const inTicks = (each: number) => Math.round(each * 10 ** market.pair.priceScale)
      market.setQuote({
        tick: `s${(ticks += 1)}`,
        index: inTicks(price),
        mark: inTicks(mark),
        sources: 3,
        at: venue.ctx.now(),
      })
      await venue.command(takeTicks)
      await createMarks(venue).step()
      venue.flush()
    },
  }
}

/** A venue in which the test sets marks, trades on spot and places triggers. */
export async function triggerVenue(people: number, options: Parameters<typeof createMemoryVenue>[0] = {}) {
  const harness = await leverVenue(people, options)
  const spot = actsOf(harness)
  const { ann, ben, users } = harness
  const acts = triggerActs(harness)
  const [, , cleo = 0] = users
  /** A trade of two others at a price. */
  const trade = async (price: number, amount = '0.001') => {
    const target_price = String(price)
    await spot.submit(ben, { type: 2, amount, target_price })
    await spot.submit(cleo, { type: 1, amount, target_price, kind: 'ioc' })
  }
  return {
    ...harness,
    ...acts,
    cleo,
    spot,
    trade,
    lever: { submit: harness.submit, close: harness.close, setStop: harness.setStop, positions: harness.positions },
    ann,
    ben,
  }
}
