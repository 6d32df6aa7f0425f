import { contentCodes } from '#contract/chat/chat-content.ts'
import { field, need, UsageError, type Ports, type Verb } from './asked.ts'
import { finish } from './print.ts'

// What other people are part of: each of these needs its own area of the key.

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const changed = async ({ venue, io, newKey }: Ports, name: string, input: Readonly<Record<string, unknown>>) => {
  const key = newKey()
  return finish(io, await venue.change(name, input, key), { key })
}
const listed = async ({ venue, io }: Ports, name: string, input: Readonly<Record<string, unknown>> = {}) =>
  finish(io, await venue.read(name, input), { pick: (value) => field(value, 'list') })
/** The one of these verbs that is asked for. */
const oneOf = (verbs: Readonly<Record<string, Verb>>, what: string): Verb => {
  return (ports, { words: [verb = '', ...words], flags }) => {
    const run = verbs[verb]
    if (!run) throw new UsageError(`say ${what}`)
    return run(ports, { words, flags })
  }
}

/** Ads of others, for one who wants to buy or sell a coin. */
const ads: Verb = async (ports, { words: [side, coin, fiat, amount] }) => {
  if (side !== 'buy' && side !== 'sell') throw new UsageError('say buy or sell')
  const named = need(coin, 'which coin, such as USDT')
  const market = await ports.venue.read('otc.market')
  if (market.kind !== 'done') return finish(ports.io, market)
  const found = rowsOf(field(market.value, 'coins')).find((each) => field(each, 'currency_name') === named)
  if (found === undefined) throw new UsageError(`OTC has no ${named}`)
  const wish = { side, currency_id: field(found, 'currency_id'), fiat: need(fiat, 'which currency, such as CNY') }
  return listed(ports, 'otc.ads', { ...wish, amount })
}
export const otc = oneOf(
  {
    ads,
    mine: (ports) => listed(ports, 'otc.myAds'),
    orders: (ports) => listed(ports, 'otc.orders'),
    order: async ({ venue, io }, { words: [id] }) =>
      finish(io, await venue.read('otc.order', { id: need(id, 'which order') })),
    shelf: (ports, { words: [id, way] }) => {
      if (way !== 'on' && way !== 'off') throw new UsageError('say which ad, and on or off')
      return changed(ports, 'otc.shelf', { id, is_shelves: way === 'on' ? 1 : 2 })
    },
    back: (ports, { words: [id] }) => changed(ports, 'otc.takeBack', { id: need(id, 'which ad') }),
    cancel: (ports, { words: [id] }) => changed(ports, 'otc.cancelOrder', { id: need(id, 'which order') }),
  },
  'ads, mine, orders, order, shelf, back or cancel',
)

/** The chats, newest first, or something said in one of them. */
export const chat: Verb = async (ports, { words: [verb, id, ...said] }) => {
  const { venue, io, newKey } = ports
  if (verb === undefined)
    return finish(io, await venue.read('chat-groups.mine'), {
      pick: (value) =>
        rowsOf(value).map((each) => ({
          id: field(field(each, 'imGroup'), 'id'),
          name: field(field(each, 'imGroup'), 'chatGroupName'),
          unread: field(field(each, 'groupUser'), 'unReadNum'),
          last: field(field(each, 'imGroupMessageRef'), 'lastMsgContent'),
        })),
    })
  if (verb !== 'say' || said.length === 0) throw new UsageError('say: chat, chat say CHAT TEXT, or chat tail CHAT')
  const body = { text: said.join(' ') }
  return changed(ports, 'chat-messages.send', { cid: newKey(), chat: id, type: contentCodes.text, body })
}

/** Tells when a price is reached, or ends such an alert. */
export const alert: Verb = async (ports, { words: [symbol, side, price] }) => {
  if (symbol === 'end') return changed(ports, 'alert.remove', { id: Number(need(side, 'which alert')) })
  if (side !== 'above' && side !== 'below') throw new UsageError('say a market, above or below, and a price')
  const markets = await ports.venue.read('market.tickers')
  if (markets.kind !== 'done') return finish(ports.io, markets)
  const pairs = rowsOf(markets.value).flatMap((each) => rowsOf(field(each, 'quotation')))
  const found = pairs.find((each) => field(each, 'symbol') === need(symbol, 'a market').replace('-', '/'))
  if (found === undefined) throw new UsageError(`there is no market ${symbol}`)
  const wish = { match_id: field(found, 'id'), side, price: need(price, 'at which price'), mode: 'once' }
  return changed(ports, 'alert.add', wish)
}
