import type { Cell } from '#contract/assets.ts'
import { bookChecksum } from '#contract/wire/checksum.ts'
import type { TickerRow } from '#contract/market.ts'
import type { Deal, Level, Pair, PairBook } from '#contract/market.ts'
import type { SpotOrder } from '#contract/spot.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'

const createTime = '2026-01-01 00:00:00'
const ids: Readonly<Record<string, number>> = { BTC: 1, ETH: 2, XRP: 4 }

/** A pair as a poll brings it. */
export const aPair = (name: string, some: Partial<Pair> = {}): Pair => ({
  id: ids[name] ?? 9, legal_id: 3, currency_id: ids[name] ?? 9, legal_name: 'USDT', currency_name: name, symbol: `${name}/USDT`,
  logo: '', sort: 1, is_display: true, market_from_name: '', open_transaction: true, open_lever: true, open_microtrade: true,
  open_coin_trade: true, price_scale: 2, amount_scale: 4, coin_min_amount: '0.0001', coin_max_amount: '0', coin_min_total: '5', coin_price_band: '0.5',
  lever_share_num: '1', lever_min_share: 1, lever_max_share: 0, spread: '0', overnight: '0', lever_trade_fee: '0', micro_trade_fee: '0',
  change: '+1.00', volume: '10', amount: '1000', now_price: '100', high: '110', low: '90', rmb_relation: '700', at_ms: 1000,
  stale: false, create_time: createTime, ...some,
})
export const aRow = (name: string, last: string, atMs: number): TickerRow => ({
  m: `${name}-USDT`, match_id: ids[name] ?? 9, last, open: '99', high: '120', low: '80', volume: '11', amount: '1100', change: '+2.00', at_ms: atMs,
})
export const aDeal = (id: string, atMs: number): Deal => ({ id, at_ms: atMs, side: 'buy', price: '1', amount: '1' })

/** A message of a depth channel, with the checksum of the book after it. */
export const depthEvent = (
  type: 'snap' | 'delta', seq: number, bids: Level[], asks: Level[], after = { bids, asks },
): ChannelEvent => ({ type, seq, data: { bids, asks, cs: bookChecksum(after.bids, after.asks) } })
export const aPairBook = (seq: number, bids: Level[], asks: Level[], deals: Deal[] = []): PairBook => ({
  ...aPair('BTC'), bids, asks, seq, deals, index: '100', mark: '100', sources: 1, as_of_ms: 0, server_now_ms: 0,
})
export const aCell = (currency: number, some: Partial<Cell>): Cell => ({
  id: currency, currency, currency_name: `C${currency}`, currency_logo: '', currency_type: '', is_legal: true, is_lever: true, is_match: true,
  is_micro: true, usdt_price: '2', cny_price: '14', pb_price: '2', seq: 1, ...some,
})
export const anOrder = (id: number, rev: number, some: Partial<SpotOrder> = {}): SpotOrder => ({
  id, u_id: 7, currency_id: 1, legal_id: 3, symbol: 'BTC/USDT', type: 'buy', target_price: '100', trade_amount: '1', filled_amount: '0',
  filled_total: '0', trade_price: null, kind: 'limit', charge_fee: '0.002', fee: '0', frozen: '100', status: 'waiting', cancel_reason: null,
  created_at: createTime, updated_at: createTime, rev, ...some,
})
