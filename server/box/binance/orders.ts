import { createHash } from 'node:crypto'
import type { Caller } from '#server/core/context.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { SpotFillRow, SpotRow } from '#server/features/spot/rows.ts'
import type { Venue } from '#server/venue.ts'
import { fieldOf, missing, numberOf, rowsOf, WireError, type Ask, type Fields, type Symbols } from './ports.ts'
import { unscaled } from './public.ts'
import { createReplace } from './replace.ts'
import { nameOf } from './reports.ts'

const most = 1000
const forms: Readonly<Record<SpotRow['kind'], readonly [type: string, tif: string]>> = {
  limit: ['LIMIT', 'GTC'],
  market: ['MARKET', 'GTC'],
  ioc: ['LIMIT', 'IOC'],
  post_only: ['LIMIT_MAKER', 'GTC'],
}
const statusOf = ({ status, reason, filled }: SpotRow) => {
  if (status === 'waiting') return filled > 0 ? 'PARTIALLY_FILLED' : 'NEW'
  if (status === 'completed') return 'FILLED'
  return reason === 'user' ? 'CANCELED' : 'EXPIRED'
}
/** The idempotency key of a client's own id, so that the same id is the same order. */
const keyOf = (user: number, clientId: string) => {
  const hex = createHash('sha256').update(`${user}|${clientId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
/** The form of an order in the words of the exchange. */
function wishOf(fields: Fields, { base, quote }: { base: number; quote: number }) {
  const type = fieldOf(fields, 'type')
  const side = fieldOf(fields, 'side')
  if (side !== 'BUY' && side !== 'SELL') throw missing('side')
  const tif = fields['timeInForce'] ?? 'GTC'
  const kinds: Readonly<Record<string, object>> = {
    MARKET: { kind: 'market' },
    LIMIT_MAKER: { kind: 'post_only' },
    LIMIT: tif === 'GTC' ? { kind: 'limit' } : { kind: 'ioc', ...(tif === 'FOK' && { tif: 'fok' }) },
  }
  const kind = kinds[type]
  if (!kind) throw new WireError(-1116, 'Invalid orderType.')
  const byTotal = fields['quoteOrderQty']
  if (byTotal !== undefined && (type !== 'MARKET' || side === 'SELL'))
    throw new WireError(-1, 'quoteOrderQty: only a market buy is made by its cost here')
  return {
    legal_id: quote,
    currency_id: base,
    type: side === 'BUY' ? 1 : 2,
    ...kind,
    ...(byTotal === undefined ? { amount: trimmed(fieldOf(fields, 'quantity')) } : { total: trimmed(byTotal) }),
    ...(type !== 'MARKET' && { target_price: trimmed(fieldOf(fields, 'price')) }),
  }
}
const trimmed = (decimal: string) => (/^\d+\.\d*$/.test(decimal) ? decimal.replace(/\.?0+$/, '') : decimal)

type Ports = { venue: Pick<Venue, 'ctx' | 'store'>; ask: Ask; symbols: Symbols }
/** Rows of one account, oldest first. */
async function rowsIn<Row>({ venue: { store } }: Ports, table: string, where: Readonly<Record<string, number>>) {
  const { bodies } = await store.page({ table, where, limit: most, offset: 0 })
  return bodies.toReversed().map((body): Row => JSON.parse(body))
}

/** Orders and trades as that wire shows them. */
function createViews({ symbols, venue: { ctx } }: Ports) {
  const pairOf = (id: number) => ctx.markets.ofPair(id).pair
  return {
    orderView: (row: SpotRow) => {
      const { priceScale, amountScale } = pairOf(row.pair)
      const [type, timeInForce] = forms[row.kind]
      return {
        symbol: symbols.ofPair(row.pair),
        orderId: row.id,
        orderListId: -1,
        clientOrderId: nameOf(row.id, row.clientId),
        price: unscaled(row.price, priceScale),
        origQty: unscaled(row.amount === 0 ? row.filled : row.amount, amountScale),
        executedQty: unscaled(row.filled, amountScale),
        cummulativeQuoteQty: formatDec(BigInt(row.total)),
        status: statusOf(row),
        timeInForce: row.tif === 'fok' ? 'FOK' : timeInForce,
        type,
        side: row.side.toUpperCase(),
        stopPrice: '0',
        icebergQty: '0',
        time: row.createdAt,
        updateTime: row.updatedAt,
        isWorking: true,
        workingTime: row.createdAt,
        origQuoteOrderQty: '0',
        selfTradePreventionMode: 'EXPIRE_TAKER',
      }
    },
    tradeView: ({ id, order, side, role, price, amount, total, fee, at, pair }: SpotFillRow) => {
      const { priceScale, amountScale, market } = pairOf(pair)
      const [base, quote] = market.split('-')
      return {
        symbol: symbols.ofPair(pair),
        id,
        orderId: order,
        orderListId: -1,
        price: unscaled(price, priceScale),
        qty: unscaled(amount, amountScale),
        quoteQty: formatDec(BigInt(total)),
        commission: formatDec(BigInt(fee)),
        commissionAsset: side === 'buy' ? base : quote,
        time: at,
        isBuyer: side === 'buy',
        isMaker: role === 'maker',
        isBestMatch: true,
      }
    },
  }
}

/** The spot wallet of an account. */
async function accountOf(ask: Ask, caller: Caller, at: number) {
  const { change_wallet } = Object(await ask('POST /api/wallet/list', {}, caller))
  return {
    makerCommission: 10,
    takerCommission: 10,
    buyerCommission: 0,
    sellerCommission: 0,
    canTrade: true,
    canWithdraw: false,
    canDeposit: false,
    brokered: false,
    requireSelfTradePrevention: false,
    updateTime: at,
    accountType: 'SPOT',
    balances: rowsOf(change_wallet, 'balance').map((row) => ({
      asset: String(row['currency_name']),
      free: String(row['change_balance']),
      locked: String(row['lock_change_balance']),
    })),
    permissions: ['SPOT'],
    uid: caller.user,
  }
}
const commissionOf = (symbol: string) => ({
  symbol,
  standardCommission: { maker: '0.00100000', taker: '0.00100000', buyer: '0.00000000', seller: '0.00000000' },
  taxCommission: { maker: '0.00000000', taker: '0.00000000', buyer: '0.00000000', seller: '0.00000000' },
  discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: 'BNB', discount: '0.00000000' },
})
type ListPorts = Pick<ReturnType<typeof createViews>, 'orderView' | 'tradeView'> & {
  symbols: Symbols
  fillsOf: (user: number) => Promise<SpotFillRow[]>
  ordersOf: (user: number, pair: number) => Promise<SpotRow[]>
}
const listsOf = ({ fillsOf, ordersOf, orderView, tradeView, symbols }: ListPorts) => ({
  'GET allOrders': async (fields: Fields, { user }: Caller) =>
    (await ordersOf(user, symbols.of(fields).pair.id))
      .filter(({ id }) => id >= numberOf(fields, 'orderId', 0))
      .slice(-numberOf(fields, 'limit', 500))
      .map(orderView),
  'GET myTrades': async (fields: Fields, { user }: Caller) => {
    const [{ pair }, order] = [symbols.of(fields), numberOf(fields, 'orderId', 0)]
    return (await fillsOf(user))
      .filter((fill) => fill.pair === pair.id && (order === 0 || fill.order === order))
      .filter(({ id }) => id >= numberOf(fields, 'fromId', 0))
      .slice(-numberOf(fields, 'limit', 500))
      .map(tradeView)
  },
})

/** The orders and trades of an account as they are stored. */
function createRows(ports: Ports) {
  const { symbols } = ports
  const fillsOf = async (user: number) => rowsIn<SpotFillRow>(ports, 'spot_fills', { user })
  const ordersOf = async (user: number, pair: number) => {
    const rows = await rowsIn<SpotRow>(ports, 'spot_orders', { user })
    return rows.filter((row) => row.pair === pair)
  }
  const found = async (fields: Fields, { user }: Caller, code = -2013) => {
    const rows = await ordersOf(user, symbols.of(fields).pair.id)
    const id = numberOf(fields, 'orderId', 0)
    const name = fields['origClientOrderId']
    const row = rows.findLast((each) => (id > 0 ? each.id === id : nameOf(each.id, each.clientId) === name))
    if (!row) throw new WireError(code, code === -2013 ? 'Order does not exist.' : 'Unknown order sent.')
    return row
  }
  return { fillsOf, ordersOf, found }
}

/** What an account may ask: orders, trades and balances. */
export function createPrivate(ports: Ports) {
  const { ask, symbols } = ports
  const { tables, now } = ports.venue.ctx
  const { orderView, tradeView } = createViews(ports)
  const { fillsOf, ordersOf, found } = createRows(ports)
  const placed = async (row: SpotRow) => {
    const fills = (await fillsOf(row.user)).filter(({ order }) => order === row.id).map(tradeView)
    return {
      ...orderView(row),
      transactTime: row.createdAt,
      fills: fills.map(({ id, ...fill }) => ({ ...fill, tradeId: id })),
    }
  }
  const submit = async (fields: Fields, caller: Caller) => {
    const { pair } = symbols.of(fields)
    const clientId = fields['newClientOrderId'] ?? `k${crypto.randomUUID().replaceAll('-', '')}`
    if (!/^[\w.:-]{1,36}$/.test(clientId)) throw missing('newClientOrderId')
    const wish = { ...wishOf(fields, pair), client_id: clientId }
    const told = await ask('POST /api/coin/trade', wish, caller, keyOf(caller.user, clientId))
    const id = Number(Object(told).id)
    const row = (await ordersOf(caller.user, pair.id)).find((each) => each.id === id)
    if (!row) throw new WireError(-1006, 'An unexpected response was received.')
    return placed(row)
  }
  const cancel = async (row: SpotRow, caller: Caller) => {
    await ask('POST /api/coin/cancel', { id: row.id }, caller, keyOf(caller.user, `cancel ${row.id} ${row.rev}`))
    const rows = await ordersOf(caller.user, row.pair)
    return orderView(rows.find(({ id }) => id === row.id) ?? row)
  }
  const openOf = (fields: Fields, { user }: Caller) =>
    tables.spotOrders
      .group('user', user)
      .filter(
        ({ status, pair }) =>
          status === 'waiting' && (fields['symbol'] === undefined || pair === symbols.of(fields).pair.id),
      )
      .toSorted((a, b) => a.id - b.id)
  return {
    'GET account': async (_fields: Fields, caller: Caller) => accountOf(ask, caller, now()),
    'GET account/commission': async (fields: Fields) => commissionOf(fieldOf(fields, 'symbol')),
    'POST order': submit,
    'POST order/cancelReplace': createReplace({
      check: (fields) => void wishOf(fields, symbols.of(fields).pair),
      cancel: async (fields, caller) => cancel(await found(fields, caller, -2011), caller),
      submit,
    }),
    'POST order/test': async (fields: Fields) => {
      wishOf(fields, symbols.of(fields).pair)
      return {}
    },
    'GET order': async (fields: Fields, caller: Caller) => orderView(await found(fields, caller)),
    'DELETE order': async (fields: Fields, caller: Caller) => cancel(await found(fields, caller, -2011), caller),
    'GET openOrders': async (fields: Fields, caller: Caller) => openOf(fields, caller).map(orderView),
    'DELETE openOrders': async (fields: Fields, caller: Caller) => {
      const rows = openOf({ symbol: fieldOf(fields, 'symbol') }, caller)
      if (rows.length === 0) throw new WireError(-2011, 'Unknown order sent.')
      const gone = []
      for (const row of rows) gone.push(await cancel(row, caller))
      return gone
    },
    ...listsOf({ fillsOf, ordersOf, orderView, tradeView, symbols }),
  } satisfies Readonly<Record<string, (fields: Fields, caller: Caller) => Promise<unknown>>>
}
