import type { Cell } from '#contract/assets/assets.ts'
import type { Deal, Level, Pair, PriceRow } from '#contract/market/market.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { Pager } from '#src/actors/use-pager.ts'
import type { Balances } from '#streams/assets/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import type { Candle } from '#streams/market/merge-candles.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'

/** What the parts of the gallery show: no venue is asked for any of it. */
export const market = 'BTC-USDT'
/** A fixed evening, so that every publication of the gallery shows the same. */
const eveningMs = 1_767_636_000_000
export const evening = '2026-01-05 18:00:00'
const minuteS = 60
const cents = 100

export const pair: Pair = {
  id: 1,
  legal_id: 3,
  currency_id: 1,
  legal_name: 'USDT',
  currency_name: 'BTC',
  symbol: 'BTC/USDT',
  logo: '',
  sort: 1,
  is_display: true,
  market_from_name: 'kontor',
  open_transaction: true,
  open_lever: true,
  open_microtrade: true,
  open_coin_trade: true,
  price_scale: 2,
  amount_scale: 6,
  coin_min_amount: '0.00001',
  coin_max_amount: '100',
  coin_min_total: '5',
  coin_price_band: '0.5',
  lever_share_num: '0.01',
  lever_min_share: 1,
  lever_max_share: 0,
  spread: '1',
  overnight: '0.01',
  lever_trade_fee: '0.05',
  micro_trade_fee: '0.5',
  change: '+1.20',
  volume: '1200',
  amount: '72000000',
  now_price: '61204.5',
  high: '61800',
  low: '59410',
  rmb_relation: '7.1',
  at_ms: eveningMs,
  stale: false,
  create_time: evening,
}
export const fallen: Pair = {
  ...pair,
  id: 2,
  currency_id: 2,
  currency_name: 'ETH',
  symbol: 'ETH/USDT',
  change: '-2.05',
  now_price: '3105.12',
  high: '3201',
  low: '3090',
}

/** A wave that looks like a market and is the same each time. */
const waveAt = (at: number) =>
  6_120_000 + Math.round(Math.sin(at / 5) * 9000 + Math.sin(at / 17) * 21_000 + Math.cos(at * 1.7) * 2500)
const priceOf = (units: number) => (units / cents).toFixed(2)
const bars = 120
export const candles: readonly Candle[] = Array.from({ length: bars }, (_, at) => {
  const [open, close] = [waveAt(at), waveAt(at + 1)]
  return {
    time: eveningMs / 1000 - (bars - at) * minuteS,
    open: priceOf(open),
    close: priceOf(close),
    high: priceOf(Math.max(open, close) + 3000 + (at % 7) * 500),
    low: priceOf(Math.min(open, close) - 2500 - (at % 5) * 700),
    volume: (2 + (at % 9) * 0.731).toFixed(4),
    closed: at < bars - 1,
  }
})
export const spark: readonly string[] = candles.slice(0, 40).map(({ close }) => close)

const side = (way: 1 | -1): Level[] =>
  Array.from({ length: 40 }, (_, at) => [
    priceOf(6_120_450 + way * (50 + at * 37 + (at % 4) * 11)),
    (0.02 + ((at * 37) % 23) / 10).toFixed(4),
  ])
export const book: BookSnapshot = { market, seq: 884_102, bids: side(-1), asks: side(1) }
export const deals: readonly Deal[] = Array.from({ length: 24 }, (_, at) => ({
  id: `d${at}`,
  at_ms: eveningMs - at * 1300,
  side: at % 3 === 0 ? 'sell' : 'buy',
  price: priceOf(waveAt(120 - at)),
  amount: (0.01 + (at % 7) / 20).toFixed(4),
}))
export const order: SpotOrder = {
  id: 1,
  u_id: 7,
  currency_id: 1,
  legal_id: 3,
  symbol: 'BTC/USDT',
  type: 'buy',
  target_price: '61150',
  trade_amount: '0.25',
  filled_amount: '0',
  filled_total: '0',
  trade_price: null,
  kind: 'limit',
  charge_fee: '0.001',
  fee: '0',
  frozen: '15287.5',
  status: 'waiting',
  cancel_reason: null,
  created_at: evening,
  updated_at: evening,
  rev: 1,
}
export const halted: PriceRow = {
  m: market,
  match_id: 1,
  tick: '1',
  index: '61204.5',
  mark: '61204.5',
  sources: 3,
  at_ms: eveningMs,
  as_of_ms: eveningMs,
  stale: false,
  mode: 'reduce_only',
  mode_why: 'fast',
}

const cellOf = (currency: number, name: string, balance: string): Cell => ({
  id: currency,
  currency,
  currency_name: name,
  currency_logo: '',
  currency_type: '',
  is_legal: true,
  is_lever: true,
  is_match: true,
  is_micro: true,
  usdt_price: '1',
  cny_price: '7',
  pb_price: '1',
  seq: 1,
  change_balance: balance,
})
const change = [cellOf(3, 'USDT', '1250.5'), cellOf(1, 'BTC', '0.042')]
export const balances: Balances = {
  seq: 1,
  cells: { legal: [], change, lever: [], micro: [] },
}

export const live = <T>(value: T, changes: Partial<Live<T>> = {}): Live<T> => ({
  value,
  freshness: 'live',
  ageMs: 100,
  ...changes,
})
const staleMs = 42_000
export const stale = <T>(value: T): Live<T> => live(value, { freshness: 'stale', ageMs: staleMs })

export const refused: Failure = {
  kind: 'refused',
  reason: 'insufficient_balance',
  params: {},
  text: null,
  afterMs: null,
}
export const lost: Failure = { kind: 'unknown', because: 'unreachable' }

export type Row = { readonly id: number; readonly amount: string }
export const rows: readonly Row[] = [
  { id: 1, amount: '100 USDT' },
  { id: 2, amount: '25 USDT' },
  { id: 3, amount: '0.5 BTC' },
]
const idle = () => {}
export const pagerOf = (
  state: Pager<Row>['state'],
  shown: readonly Row[],
  failure: Failure | null = null,
): Pager<Row> => ({ rows: shown, state, failure, more: idle, refresh: idle })
export const address = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
