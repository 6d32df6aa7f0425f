import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Box } from '../box.ts'

export type Fields = Readonly<Record<string, string>>
export type Said = Readonly<Record<string, unknown>>
/** A refusal in the words of the foreign wire. */
export class WireError extends Error {
  readonly code: number
  readonly status: number
  /** What is told beside the code, where part of it was done. */
  readonly data: object | undefined
  constructor(code: number, message: string, status = 400, data?: object) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}
export const missing = (name: string) =>
  new WireError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)
export const fieldOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  if (value === undefined || value === '') throw missing(name)
  return value
}
export const numberOf = (fields: Fields, name: string, otherwise: number): number => {
  const value = fields[name]
  if (value === undefined) return otherwise
  if (!/^\d{1,16}$/.test(value)) throw missing(name)
  return Number(value)
}
const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsIn = (value: unknown): readonly Said[] => (Array.isArray(value) ? value.filter(isSaid) : [])
export const rowsOf = (value: unknown, name?: string) =>
  rowsIn(name === undefined ? value : isSaid(value) ? value[name] : [])

/** Calls of the exchange by their place, like `POST /api/coin/trade`, as an ordinary account makes them. */
export function createAsk({ venue, execute }: Pick<Box, 'venue' | 'execute'>) {
  const routes = new Map(venue.routes.flatMap((route) => routeKeysOf(route).map((key) => [key, route] as const)))
  return async (place: string, body: object, caller: Caller, key: string | null = null): Promise<unknown> => {
    const route = routes.get(place)
    if (!route) throw new Error(`there is no ${place}`)
    const { body: text } = await execute({ route, caller, body, key })
    const answer: unknown = JSON.parse(text)
    if (!isSaid(answer)) return answer
    if (answer['reason'] !== undefined) throw wireErrorOf(String(answer['reason']), String(answer['message']))
    return answer['data'] ?? answer['message']
  }
}
export type Ask = ReturnType<typeof createAsk>
export const visitor: Caller = {
  user: 0,
  session: '',
  lang: 'en',
  device: 'wire',
  address: '127.0.0.1',
  appVersion: null,
}

type Row = readonly [code: number, message: string, status?: number]
/** What a refusal is called over there; what has no name there is -1 with our word, never a guess. */
const codes: Readonly<Record<string, Row>> = {
  insufficient_balance: [-2010, 'Account has insufficient balance for requested action.'],
  insufficient_sellable: [-2010, 'Account has insufficient balance for requested action.'],
  would_take: [-2010, 'Order would immediately match and take.'],
  no_liquidity: [-2010, 'Market order was rejected, no liquidity.'],
  key_reused: [-2010, 'Duplicate order sent.'],
  too_many_open: [-2010, 'Filter failure: MAX_NUM_ORDERS'],
  amount_step: [-1013, 'Filter failure: LOT_SIZE'],
  amount_below_min: [-1013, 'Filter failure: NOTIONAL'],
  amount_above_max: [-1013, 'Filter failure: LOT_SIZE'],
  price_step: [-1013, 'Filter failure: PRICE_FILTER'],
  price_out_of_band: [-1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  market_closed: [-1013, 'Market is closed.'],
  quantity_required: [-1102, "Mandatory parameter 'quantity' was not sent, was empty/null, or malformed."],
  price_required: [-1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed."],
  malformed: [-1102, 'A parameter was malformed.'],
  step_refused: [-2011, 'Unknown order sent.'],
  not_found: [-2011, 'Unknown order sent.'],
  not_logged_in: [-2015, 'Invalid API-key, IP, or permissions for action.', 401],
  too_many: [-1003, 'Too many requests.', 429],
}
const wireErrorOf = (reason: string, message: string) => {
  const [code, text, status] = codes[reason] ?? [-1, `${reason}: ${message}`]
  return new WireError(code, text, status)
}
export const wireErrorFrom = (thrown: unknown): WireError => {
  if (thrown instanceof WireError) return thrown
  if (thrown instanceof Refusal) return wireErrorOf(thrown.reason, thrown.reason)
  return new WireError(-1000, 'An unknown error occurred while processing the request.', 500)
}

/** Markets under the names of the foreign wire: `BTCUSDT`. */
export function createSymbols(box: Pick<Box, 'venue'>) {
  const all = () =>
    box.venue.ctx.markets.all().map((market) => ({ market, symbol: market.pair.market.replace('-', '') }))
  return {
    all,
    of: (fields: Fields) => {
      const symbol = fieldOf(fields, 'symbol')
      const found = all().find((each) => each.symbol === symbol)
      if (!found) throw new WireError(-1121, 'Invalid symbol.')
      return found.market
    },
    ofPair: (id: number) => all().find(({ market }) => market.pair.id === id)?.symbol ?? '',
  }
}
export type Symbols = ReturnType<typeof createSymbols>
