import { field, need, UsageError, type Asked, type Flags, type Verb } from './asked.ts'
import { alert, chat, otc } from './people.ts'
import { callsByName } from './venue.ts'
import { finish } from './print.ts'

const picked = (name: string) => ({ pick: (value: unknown) => field(value, name) })
const textOf = (flags: Flags, name: string) => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
const reads =
  (name: string, inputOf: (asked: Asked) => Readonly<Record<string, unknown>>, shows?: string): Verb =>
  async ({ venue, io }, asked) =>
    finish(io, await venue.read(name, inputOf(asked)), shows === undefined ? {} : picked(shows))
const symbolIn = ({ words }: Asked) => ({ symbol: need(words[0], 'a market, such as BTC-USDT') })
const pageIn = ({ words: [symbol], flags }: Asked) => ({ symbol, before: textOf(flags, 'before') })

/** `buy BTC-USDT 0.01 @96000`: an amount of the base coin, or what to spend with its coin: `100USDT`. */
function wishOf({ words: [side, symbol, size, at], flags }: Asked) {
  if (side !== 'buy' && side !== 'sell') throw new UsageError('say buy or sell')
  const [, number, coin] = /^(\d+(?:\.\d+)?)([A-Z]*)$/.exec(need(size, 'how much')) ?? []
  if (number === undefined || (at !== undefined && !/^@\d/.test(at)))
    throw new UsageError('an order looks like: buy BTC-USDT 0.01 @96000, or buy BTC-USDT 100USDT')
  const kind = flags['post-only'] === true ? 'post_only' : flags['ioc'] === true ? 'ioc' : undefined
  return {
    side,
    symbol: need(symbol, 'a market'),
    ...(coin === '' ? { amount: number } : { total: number }),
    ...(at !== undefined && { price: at.slice(1) }),
    ...(kind !== undefined && { kind }),
    ...(textOf(flags, 'id') !== undefined && { client_id: textOf(flags, 'id') }),
  }
}
const plan: Verb = async ({ venue, io, newKey }, asked) =>
  finish(io, await venue.change('program.plan', wishOf(asked), newKey()))
const carryOut: Verb = async ({ venue, io }, { words: [ticket] }) => {
  const key = need(ticket, 'which ticket')
  return finish(io, await venue.change('program.carryOut', { ticket: key }, key), { key, ...picked('order') })
}
/** Plans and carries out: the ticket is the key, so that it may be asked for and sent again. */
const order: Verb = async ({ venue, io, newKey }, asked) => {
  const planned = await venue.change('program.plan', wishOf(asked), newKey())
  if (planned.kind !== 'done') return finish(io, planned)
  const key = String(field(planned.value, 'ticket'))
  return finish(io, await venue.change('program.carryOut', { ticket: key }, key), { key, ...picked('order') })
}
const cancel: Verb = async ({ venue, io, newKey }, { words: [id], flags }) => {
  const key = newKey()
  if (flags['all'] === true)
    return finish(io, await venue.change('trigger.cancelAll', {}, key), { key, ...picked('cancelled') })
  return finish(io, await venue.change('spot.cancel', { id: Number(need(id, 'which order, or --all')) }, key), { key })
}
const outcome: Verb = async ({ venue, io }, { words: [key], flags }) =>
  finish(io, await venue.outcome(need(key, 'which key'), flags['burn'] === true))
/** Any call of the contract, as the reference has it. */
const call: Verb = async ({ venue, io, newKey }, { words: [name, json = '{}'], flags }) => {
  const endpoint = callsByName.get(need(name, 'which call, such as spot.list'))
  if (!endpoint || name === undefined) throw new UsageError(`there is no call ${name}`)
  const input: unknown = JSON.parse(json)
  if (typeof input !== 'object' || input === null) throw new UsageError('the input is an object of JSON')
  if (endpoint.does === 'reads') return finish(io, await venue.read(name, { ...input }))
  const key = textOf(flags, 'key') ?? newKey()
  return finish(io, await venue.change(name, { ...input }, key), { key })
}
const balances: Verb = async ({ venue, io }) =>
  finish(io, await venue.read('assets.list'), {
    pick: (value) => {
      const cells: unknown = field(field(value, 'change_wallet'), 'balance')
      return (Array.isArray(cells) ? cells : []).map((cell: unknown) => ({
        coin: field(cell, 'currency_name'),
        free: field(cell, 'change_balance'),
        held: field(cell, 'lock_change_balance'),
      }))
    },
  })

export const verbs: Readonly<Record<string, Verb>> = {
  markets: reads('program.rules', () => ({}), 'markets'),
  tickers: reads('program.days', () => ({}), 'markets'),
  book: reads('market.depth', symbolIn),
  candles: reads(
    'program.candles',
    (asked) => ({ ...symbolIn(asked), period: asked.words[1] ?? '60min', count: textOf(asked.flags, 'count') ?? 24 }),
    'candles',
  ),
  trades: reads('program.trades', symbolIn, 'trades'),
  balances,
  key: reads('program.key', () => ({})),
  orders: reads(
    'program.orders',
    (asked) => ({ ...pageIn(asked), ...(asked.flags['open'] === true && { status: 1 }) }),
    'orders',
  ),
  fills: reads('program.fills', pageIn, 'fills'),
  plan,
  do: carryOut,
  order,
  cancel,
  outcome,
  call,
  otc,
  chat,
  alerts: reads('alert.list', () => ({}), 'list'),
  alert,
}
