import { createHash } from 'node:crypto'
import { errorCatalogue } from '#scripts/wire/errors.ts'
import type { Tool } from './mcp.ts'
import type { Answer, Venue } from './venue.ts'

/** What an agent may do: look, trade on a venue with play money, or trade within the caps of its key. */
export const tiers = ['read', 'demo', 'trade'] as const
export type Tier = (typeof tiers)[number]
type Fields = Readonly<Record<string, unknown>>

const looks = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false } as const
const acts = { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false } as const
const text = (description: string) => ({ type: 'string', description })
const symbol = text('A market, such as BTC-USDT.')
const decimal = (description: string) => ({ type: 'string', pattern: '^\\d+(\\.\\d{1,8})?$', description })
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const field = (value: unknown, name: string): unknown => (isFields(value) ? Reflect.get(value, name) : undefined)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** Models write numbers where a decimal is a text. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** The answer of a call as a tool tells it: with advice where it is refused, with the next step where it is open. */
function told(answer: Answer, ticket?: string) {
  if (answer.kind === 'done')
    return {
      value: isFields(answer.value) && !Array.isArray(answer.value) ? answer.value : { value: answer.value },
      isError: false,
    }
  if (answer.kind === 'unknown') {
    const next =
      ticket === undefined ? 'call again' : `outcome with the ticket ${ticket}, or do with it again: it is placed once`
    return { value: { outcome: 'unknown', because: answer.because, next }, isError: true }
  }
  const { reason, message, params } = answer
  const known = errorCatalogue().find((each) => each.reason === reason)
  return { value: { outcome: 'refused', reason, message, params, advice: known?.advice ?? '' }, isError: true }
}
const toolOf = (
  [name, title, description]: readonly [string, string, string],
  inputSchema: object,
  run: Tool['run'],
  annotations: Tool['annotations'] = looks,
): Tool => ({ name, title, description, inputSchema, annotations, run })

/** One market with its rules and its day, out of both answers. */
async function marketsOf(venue: Venue, wanted: unknown) {
  const [rules, days] = await Promise.all([venue.read('program.rules'), venue.read('program.days')])
  if (rules.kind !== 'done') return told(rules)
  if (days.kind !== 'done') return told(days)
  const dayOf = (m: unknown) => listOf(field(days.value, 'markets')).find((each) => field(each, 'm') === m)
  const markets = listOf(field(rules.value, 'markets'))
    .filter((each) => wanted === undefined || field(each, 'm') === wanted || field(each, 'symbol') === wanted)
    .map((each) => Object.assign({}, dayOf(field(each, 'm')), each))
  return {
    value: { markets, calls: { reads: field(rules.value, 'reads'), changes: field(rules.value, 'changes') } },
    isError: false,
  }
}
/** The key with its caps, and what there is to trade with. */
async function accountOf(venue: Venue) {
  const [key, wallets] = await Promise.all([venue.read('program.key'), venue.read('assets.list')])
  if (key.kind !== 'done') return told(key)
  if (wallets.kind !== 'done') return told(wallets)
  const cells = listOf(field(field(wallets.value, 'change_wallet'), 'balance'))
  const balances = cells.map((cell) => ({
    coin: field(cell, 'currency_name'),
    free: field(cell, 'change_balance') ?? '0',
    held: field(cell, 'lock_change_balance') ?? '0',
  }))
  const some = balances.filter(({ free, held }) => Number(free) > 0 || Number(held) > 0)
  return { value: { key: key.value, spot: some }, isError: false }
}
/** The same key for the same wish: an agent that repeats it makes one call of it. */
const keyOf = (wish: string) => {
  const hex = createHash('sha256').update(wish).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
async function carryOut(venue: Venue, { ticket, cancel }: Fields) {
  if (typeof ticket === 'string') return told(await venue.change('program.carryOut', { ticket }, ticket), ticket)
  if (cancel === undefined)
    return { value: { outcome: 'refused', reason: 'say a ticket, or which order to cancel' }, isError: true }
  const id = Number(cancel)
  return told(await venue.change('spot.cancel', { id }, keyOf(`cancel ${id}`)))
}
/** A key was never seen, still runs, or has its answer. */
async function outcomeOf(venue: Venue, { ticket }: Fields) {
  return told(await venue.outcome(String(ticket)), String(ticket))
}

const lookTools = (venue: Venue): readonly Tool[] => [
  toolOf(
    ['markets', 'Markets', 'Prices of the last 24 hours, steps, minima, fees and limits, of one market or of all.'],
    object({ symbol }),
    (input) => marketsOf(venue, input['symbol']),
  ),
  toolOf(
    ['book', 'Order book', 'The best prices and amounts of both sides.'],
    object({ symbol, levels: { type: 'integer', minimum: 1, maximum: 50 } }, ['symbol']),
    async ({ symbol: of, levels = 10 }) => told(await venue.read('market.depth', { symbol: of, limit: levels })),
  ),
  toolOf(
    ['candles', 'Candles', 'Candles of a market, oldest first; the last one may still run.'],
    object(
      {
        symbol,
        period: { enum: ['1min', '5min', '15min', '60min', '4hour', '1day', '1week'] },
        count: { type: 'integer', minimum: 1, maximum: 200 },
      },
      ['symbol', 'period'],
    ),
    async ({ symbol: of, period, count = 50 }) =>
      told(await venue.read('program.candles', { symbol: of, period, count })),
  ),
]
const ownTools = (venue: Venue): readonly Tool[] => [
  toolOf(
    ['account', 'Account', 'The key with its caps and what it has ordered today, and the balances to trade with.'],
    object({}),
    () => accountOf(venue),
  ),
  toolOf(
    [
      'orders',
      'Own orders',
      'The own orders, newest first, or with `fills` the own trades. `before` is for the next page.',
    ],
    object({ symbol, open: { type: 'boolean' }, fills: { type: 'boolean' }, before: { type: 'integer' } }),
    async ({ symbol: of, open, fills, before }) =>
      told(
        fills === true
          ? await venue.read('program.fills', { symbol: of, before })
          : await venue.read('program.orders', { symbol: of, before, ...(open === true && { status: 1 }) }),
      ),
  ),
  toolOf(
    [
      'plan',
      'Plan an order',
      'Works out what a spot order would do now and places nothing: rounding, cost, fee, what it meets. ' +
        'Its ticket is good for a minute.',
    ],
    object(
      {
        symbol,
        side: { enum: ['buy', 'sell'] },
        amount: decimal('In the base coin.'),
        total: decimal('In place of an amount, for a buy at the market: what to spend in the quote coin.'),
        price: decimal('Limit price; leave it out to trade at the market.'),
        kind: { enum: ['limit', 'market', 'ioc', 'post_only'] },
      },
      ['symbol', 'side'],
    ),
    async (input) => {
      const { amount, total, price } = input
      const wish = { ...input, amount: asText(amount), total: asText(total), price: asText(price) }
      return told(await venue.change('program.plan', wish, crypto.randomUUID()))
    },
    { ...looks, idempotentHint: false },
  ),
  toolOf(
    ['outcome', 'Outcome', 'What became of a ticket that was carried out and whose answer was lost.'],
    object({ ticket: text('The ticket.') }, ['ticket']),
    (input) => outcomeOf(venue, input),
  ),
]
const explain = toolOf(
  ['explain', 'Explain a refusal', 'What a reason means, what to do, and whether the call may be repeated.'],
  object({ reason: text('One word, such as would_take.') }, ['reason']),
  async ({ reason }) => {
    const found = errorCatalogue().find((each) => each.reason === reason)
    return { value: found ?? { outcome: 'refused', reason: 'there is no such reason' }, isError: !found }
  },
)
/** The tools of a tier: nine, of which the one that changes something is missing where nothing may be changed. */
export const toolsOf = (venue: Venue, tier: Tier): readonly Tool[] => {
  const act = toolOf(
    [
      'do',
      'Carry out',
      'Places the order of a ticket, once however often it is called, or cancels an own order by its id.',
    ],
    object({ ticket: text('The ticket of a plan.'), cancel: { type: 'integer', description: 'Id of an own order.' } }),
    (input) => carryOut(venue, input),
    acts,
  )
  const looking = [...lookTools(venue), ...ownTools(venue), explain]
  return tier === 'read' ? looking : [...looking, act]
}
export const instructions =
  'A trading venue. Money is decimal strings. To order: plan, look at what it would do, then do with its ticket. ' +
  'A ticket places its order once, so do may be repeated when an answer was lost. After a refusal nothing was done.'
