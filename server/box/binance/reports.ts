import { heldOf, freeOf, type Cell } from '#contract/assets/assets.ts'
import { addDec } from './decimals.ts'
import type { EventRow } from '#server/core/store-port.ts'
import { tradeIdOf } from './public.ts'

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const statuses: Readonly<Record<string, string>> = { 1: 'NEW', 2: 'FILLED', 3: 'CANCELED' }
const forms: Readonly<Record<string, readonly [type: string, tif: string]>> = {
  limit: ['LIMIT', 'GTC'],
  market: ['MARKET', 'GTC'],
  ioc: ['LIMIT', 'IOC'],
  post_only: ['LIMIT_MAKER', 'GTC'],
}
/** How an order is called there. */
export const nameOf = (id: unknown, clientId: unknown) => (typeof clientId === 'string' ? clientId : `k${String(id)}`)

/** What of an order every report of it says. */
function orderPart(order: Row) {
  const [o = 'LIMIT', f = 'GTC'] = forms[String(order['kind'])] ?? []
  return {
    s: String(order['symbol']).replace('/', ''),
    c: nameOf(order['id'], order['client_id']),
    S: Number(order['type']) === 1 ? 'BUY' : 'SELL',
    o,
    f: order['tif'] === 'fok' ? 'FOK' : f,
    q: order['trade_amount'],
    p: order['target_price'],
    i: order['id'],
    O: order['created_ms'],
    W: order['created_ms'],
    T: order['updated_ms'],
    P: '0',
    F: '0',
    g: -1,
    C: '',
    r: 'NONE',
    v: 0,
    I: order['id'],
    M: false,
    V: 'EXPIRE_TAKER',
  }
}
const idle = { l: '0', L: '0', n: '0', N: null, t: -1, Y: '0', m: false }
/** What is known of an order that has been reported: how much of it has filled, and for how much. */
type Known = { z: string; Z: string }
type Told = { readonly fills: Row[]; order: Row | null }

/** What a report says of one trade; what is known of its order grows by it. */
function tradePart(order: Row, fill: Row, state: Known) {
  const deal: Row = isRow(fill['deal']) ? fill['deal'] : {}
  const [l, L] = [String(deal['amount']), String(deal['price'])]
  const [base, quote] = String(order['symbol']).split('/')
  const isBuy = Number(order['type']) === 1
  state.z = addDec(state.z, l)
  state.Z = addDec(state.Z, l, L)
  return {
    x: 'TRADE',
    l,
    L,
    Y: addDec('0', l, L),
    z: state.z,
    Z: state.Z,
    Q: '0',
    n: fill['fee'],
    N: isBuy ? base : quote,
    t: tradeIdOf(deal['id']),
    w: String(order['status']) === '1',
    // The side of a deal is that of who came to trade.
    m: (deal['side'] === 'buy') !== isBuy,
  }
}

/** The events of the own stream over there, out of those of one account. */
export function createReports(now: () => number) {
  const known = new Map<unknown, Known>()
  const reportsOf = ({ fills, order }: Told): readonly Row[] => {
    if (order === null) return []
    const part = { e: 'executionReport', E: now(), ...orderPart(order) }
    const before = known.get(order['id'])
    const status = String(order['status'])
    const reports: Row[] = []
    const state = before ?? { z: '0', Z: '0' }
    if (!before) reports.push({ ...part, ...idle, x: 'NEW', X: 'NEW', z: '0', Z: '0', w: true, Q: '0' })
    for (const [at, fill] of fills.entries()) {
      const isLast = at === fills.length - 1 && status === '2'
      reports.push({ ...part, ...tradePart(order, fill, state), X: isLast ? 'FILLED' : 'PARTIALLY_FILLED' })
    }
    if (status === '3') {
      const x = order['cancel_reason'] === 'user' ? 'CANCELED' : 'EXPIRED'
      reports.push({ ...part, ...idle, x, X: x, ...state, w: false, Q: '0' })
    }
    if (statuses[status] === 'NEW') known.set(order['id'], state)
    else known.delete(order['id'])
    return reports
  }
  const positionOf = (cells: readonly unknown[]): Row => ({
    e: 'outboundAccountPosition',
    E: now(),
    u: now(),
    B: cells
      .filter(isCell)
      .map((cell) => ({ a: cell.currency_name, f: freeOf(cell, 'change'), l: heldOf(cell, 'change') })),
  })
  return (rows: readonly EventRow[]): readonly Row[] => {
    const told = new Map<unknown, Told>()
    const of = (id: unknown) => {
      const found = told.get(id) ?? { fills: [], order: null }
      told.set(id, found)
      return found
    }
    const positions: Row[] = []
    for (const { body } of rows) {
      const event: unknown = JSON.parse(body)
      const v = isRow(event) && isRow(event['v']) ? event['v'] : null
      if (!isRow(event) || !v) continue
      if (event['ev'] === 'spot.filled') of(v['order_id']).fills.push(v)
      if (event['ev'] === 'spot.orderChanged') of(v['id']).order = v
      if (event['ev'] === 'assets.balanceChanged')
        positions.push(positionOf(Array.isArray(v['cells']) ? v['cells'] : []))
    }
    return [...[...told.values()].flatMap(reportsOf), ...positions]
  }
}
const isCell = (value: unknown): value is Cell => isRow(value) && 'change_balance' in value
