import { createMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import { grantDemo } from '#server/features/assets/grant.ts'
import { answerOf, register } from './people.ts'

/** A venue with users who have the demo's balances, and with empty order books. */
export async function spotVenue(people: number, options: Parameters<typeof createMemoryVenue>[0] = {}) {
  const venue = createMemoryVenue(options)
  const users: number[] = []
  for (let n = 1; n <= people; n += 1) users.push(await register(venue, `trader${n}@kontor.test`))
  const [ann = 0, ben = 0, cleo = 0] = users
  return { ...venue, users, ann, ben, cleo, ...actsOf(venue) }
}

/** Calls of traders, and their results. */
export const actsOf = ({ ask, venue }: Pick<MemoryVenue, 'ask' | 'venue'>) => ({
  /** Submits an order; in BTC/USDT by default. */
  submit: async (user: number, order: Record<string, unknown>) => {
    const { answer } = await ask('POST /api/coin/trade', { legal_id: 3, currency_id: 1, ...order }, { user })
    return answerOf(answer)
  },
  cancel: async (user: number, id: unknown, more: Record<string, unknown> = {}) =>
    answerOf((await ask('POST /api/coin/cancel', { id, ...more }, { user })).answer),
  /** Moves an order to another price. */
  amend: async (user: number, id: unknown, target_price: string, more: Record<string, unknown> = {}) =>
    answerOf((await ask('POST /api/coin/amend', { id, target_price, ...more }, { user })).answer),
  orders: async (user: number, query: Record<string, unknown> = {}) => {
    const { message } = answerOf((await ask('GET /api/coin/list', query, { user })).answer)
    return Array.isArray(message) ? message : []
  },
  /** Free and held balance of the spot account in units of 10^-8, as `free+held`. */
  money: (user: number | 'house' | 'fee', asset: number) => {
    const { free, held } = venue.ctx.ledger.balance({ owner: user, asset, kind: 'change' })
    return `${free}+${held}`
  },
  grant: (user: number) => venue.command((ctx) => grantDemo(ctx, user)),
})
