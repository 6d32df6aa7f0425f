import type { LiveCandle, PriceRow, TickerRow } from '#contract/market/market.ts'
import { limits } from '#contract/wire/limits.ts'
import { marketRights } from '#contract/market/market-mode.ts'
import type { Deal, Period } from '#contract/market/market.ts'
import type { Standing } from './prices/arming.ts'
import { moveCost } from '#contract/lever/lever-fill.ts'
import { createBook, type Book, type BookOrder, type Fill, type Placed } from '#server/features/market/book/book.ts'
import { candleEnd } from './candles.ts'
import { createChart } from './chart.ts'
import { createDepth } from './depth.ts'
import { amountText, changeText, priceText, textOf, volumeScale } from './units.ts'
import type { CandleCells, MarketTables, Pair } from './rows.ts'

/**
 * Index and mark price in ticks (the unit of `Pair.priceScale`), with the id of the tick and the number of sources.
 * `at` is when the tick was made; `asOf` is when the oldest source it needs reported its price, the same instant by
 * default. `premium` is the averaged distance of the book from the index, in units of 10^-8, before its cap; `depth`
 * the averaged quote value of the market maker within 0.1 % of the index, in ledger units, once it has been measured.
 */
export type Quote = {
  tick: string
  index: number
  mark: number
  premium?: bigint
  depth?: bigint
  sources: number
  at: number
  asOf?: number
}
/** The instant from which the age of a price is counted. */
export const asOfQuote = ({ at, asOf = at }: Quote) => asOf
/** An order of the market maker; in memory only. */
export type HouseOrder = { id: number; side: 'buy' | 'sell'; price: number; left: number }
type Ports = {
  tables: Pick<MarketTables, 'candles' | 'runningCandles'>
  now: () => number
  nextDealId: () => string
  /** Open orders of users, in the order in which they were placed. */
  openOrders: () => readonly BookOrder[]
}

/**
 * Owner ids of the market maker: its quotes have 0 and its taking orders -1, so that they may match. Users have ids
 * above 0.
 */
export const houseMaker = 0
export const houseTaker = -1
export const isUser = (owner: number) => owner > 0
const maxDeals = 30
/** How many trades of a market are kept for programs that look further back. */
const mostOnTape = 2000
/** One coin in ledger units. */
const ledgerUnit = 10n ** 8n
/** Mode and reason in wire form; left out while the market is open. */
const standingView = ({ mode, why }: Standing) => (mode === 'open' ? {} : { mode, mode_why: why })
/** First id of the market maker's orders, far above those of users. */
const firstHouseId = 2 ** 40

/**
 * The order book of one market, and which of its orders are the market maker's. It is rebuilt from the open orders:
 * they did not match each other when they were placed, so placing them again in that order gives the same book.
 */
function createHouseBook(openOrders: Ports['openOrders']) {
  const house = new Map<number, HouseOrder>()
  const restore = (): Book => {
    const open = openOrders()
    const rebuilt = createBook(open.length)
    for (const order of open) rebuilt.place(order)
    return rebuilt
  }
  let book = restore()
  let houseIds = firstHouseId
  const trackHouseOrders = (order: BookOrder, { fills, rested }: Placed) => {
    for (const { maker, makerOwner, makerLeft } of fills) {
      if (makerOwner !== houseMaker) continue
      const known = house.get(maker)
      if (makerLeft === 0) house.delete(maker)
      else if (known) known.left = makerLeft
    }
    if (order.owner === houseMaker && rested > 0)
      house.set(order.id, { id: order.id, side: order.side, price: order.price, left: rested })
  }
  return {
    house,
    nextHouseId: () => (houseIds += 1),
    book: () => book,
    /**
     * Places an order in the book. After this the command must not be refused: undoing it needs a `reload` of the whole
     * book.
     */
    place: (order: BookOrder): Placed => {
      const placed = book.place(order)
      trackHouseOrders(order, placed)
      return placed
    },
    cancel: (id: number) => {
      house.delete(id)
      return book.cancel(id)
    },
    /** Takes steps off a resting order, which keeps its place. */
    reduce: (id: number, amount: number) => book.reduce(id, amount),
    /** Rebuilds the book from the tables, after a command that changed it was rolled back. */
    reload: () => {
      house.clear()
      book = restore()
    },
  }
}

/** What a market has traded: its newest deals, its last price and its candles. */
function createTrades(pair: Pair, chart: Chart, { now, nextDealId }: Pick<Ports, 'now' | 'nextDealId'>) {
  const lastOf = () => chart.running('1mon')?.[4] ?? chart.lastEnded('1day')?.[4] ?? pair.firstPrice
  const hasHistory = () => (chart.running('1mon') ?? chart.lastEnded('1day')) !== null
  let deals: Deal[] = []
  const tape: Deal[] = []
  let count = 0
  let last = lastOf()
  let isUntraded = !hasHistory()
  let tradedAt = 0
  let low = Infinity
  let high = 0
  return {
    deals: () => deals,
    /** More of them, oldest first. */
    tape: (): readonly Deal[] => tape,
    count: () => count,
    last: () => last,
    tradedAt: () => tradedAt,
    hasHistory,
    /** Records a trade in the deals, the last price and the candles. */
    record: ({ side, price, amount }: Pick<Fill, 'side' | 'price' | 'amount'>): Deal => {
      const deal: Deal = {
        id: nextDealId(),
        at_ms: now(),
        side,
        price: priceText(pair, price),
        amount: amountText(pair, amount),
      }
      deals = [deal, ...deals.slice(0, maxDeals - 1)]
      tape.push(deal)
      if (tape.length >= 2 * mostOnTape) tape.splice(0, mostOnTape)
      count += 1
      last = price
      low = Math.min(low, price)
      high = Math.max(high, price)
      isUntraded = false
      tradedAt = now()
      chart.trade(price, amount)
      return deal
    },
    /** Lowest and highest price traded since this was last asked for; the last price if there was no trade. */
    takeRange: () => {
      const range = high === 0 ? { low: last, high: last } : { low, high }
      low = Infinity
      high = 0
      return range
    },
    /** Continues after a generated price history with these minute candles. */
    resume: (minutes: readonly CandleCells[]) => {
      chart.resume(minutes)
      last = lastOf()
      isUntraded = false
    },
    /** Where nobody has traded yet, the last price is the index: the one a pair is listed with is only a beginning. */
    anchor: (index: number) => {
      if (isUntraded) last = index
    },
  }
}
type Chart = ReturnType<typeof createChart>
type Trades = ReturnType<typeof createTrades>

/** The quote of a market, and what it lets people do. */
function createQuotes() {
  let quote: Quote | null = null
  let standing: Standing = { mode: 'cancel_only', why: 'arming' }
  let net: Pick<PriceRow, 'net' | 'net_cap' | 'flow'> = {}
  return {
    quote: () => quote,
    standing: () => standing,
    net: () => net,
    /** Sets the quote. A market that was waiting for its first price opens, unless `setStanding` says otherwise. */
    setQuote: (next: Quote) => {
      quote = next
      standing = { mode: 'open', why: 'normal' }
    },
    /** What the market lets people do, and why. */
    setStanding: (next: Standing) => {
      standing = next
    },
    /** The net value of all contracts and its cap, as the feature that keeps them tells it at each tick. */
    setNet: (next: typeof net) => {
      net = next
    },
  }
}
type Quotes = ReturnType<typeof createQuotes>

/** A market in wire form. */
function createViews(pair: Pair, chart: Chart, trades: Trades, { quote, standing, net }: Quotes, now: () => number) {
  const isStale = () => {
    const held = quote()
    return held === null || now() - asOfQuote(held) > limits.staleAfterMs
  }
  /** The last 24 hours as one candle; without trades all its prices are the last price. */
  const day = (): CandleCells => {
    const last = trades.last()
    return chart.lastDay() ?? [0, last, last, last, last, 0, 0]
  }
  const candle = ([start, open, high, low, close, amount, volume]: CandleCells, isClosed: boolean): LiveCandle => ({
    id: start,
    time: start * 1000,
    open: priceText(pair, open),
    high: priceText(pair, high),
    low: priceText(pair, low),
    close: priceText(pair, close),
    amount: amountText(pair, amount),
    volume: textOf(volume, volumeScale),
    closed: isClosed,
  })
  const tickerRow = (): TickerRow => {
    const [, open, high, low, , amount, volume] = day()
    return {
      m: pair.market,
      match_id: pair.id,
      last: priceText(pair, trades.last()),
      open: priceText(pair, open),
      high: priceText(pair, high),
      low: priceText(pair, low),
      volume: amountText(pair, amount),
      amount: textOf(volume, volumeScale),
      change: changeText(open, trades.last()),
      at_ms: Math.max(trades.tradedAt(), quote()?.at ?? 0),
    }
  }
  const priceRow = (): PriceRow => {
    const held = quote()
    return {
      m: pair.market,
      match_id: pair.id,
      tick: held?.tick ?? 'none',
      index: priceText(pair, held?.index ?? trades.last()),
      mark: priceText(pair, held?.mark ?? trades.last()),
      sources: held?.sources ?? 0,
      at_ms: held?.at ?? 0,
      as_of_ms: held ? asOfQuote(held) : 0,
      stale: isStale(),
      ...standingView(standing()),
      ...(held?.depth !== undefined && { move_cost: String(moveCost(held.depth) / ledgerUnit) }),
      ...net(),
    }
  }
  return { isStale, day, candle, tickerRow, priceRow }
}
type Views = ReturnType<typeof createViews>

/** Tells what has changed since it was last asked. */
function createDrain(depth: Depth, chart: Chart, trades: Trades, { standing }: Quotes, views: Views) {
  let lastDrain = { deals: 0, ticker: '', quote: '' }
  let dealsAtDrain: Deal[] = []
  return {
    /** The deals as of the last drain, with their sequence; later ones are in the next delta. */
    drainedDeals: () => ({ s: lastDrain.deals, deals: dealsAtDrain }),
    /** The changes since the last drain; ticker and price are null if they are the same as then. */
    drain: () => {
      depth.sync()
      chart.close()
      const ticker = views.tickerRow()
      const price = views.priceRow()
      const tickerText = JSON.stringify({ ...ticker, at_ms: 0 })
      const quoteText = `${price.tick}|${price.stale}|${standing().mode}|${standing().why}`
      const [deals, count] = [trades.deals(), trades.count()]
      const fresh = deals.slice(0, Math.min(count - lastDrain.deals, maxDeals))
      const changes = {
        depth: depth.take(),
        deals: count > lastDrain.deals ? { b: lastDrain.deals, s: count, deals: fresh } : null,
        ticker: tickerText === lastDrain.ticker ? null : ticker,
        price: quoteText === lastDrain.quote ? null : price,
        candles: chart
          .takeChanges()
          .map(({ period, cells, isClosed }) => ({ period, candle: views.candle(cells, isClosed) })),
      }
      lastDrain = { deals: count, ticker: tickerText, quote: quoteText }
      dealsAtDrain = deals
      return changes
    },
  }
}
type Depth = ReturnType<typeof createDepth>

/** One market in memory: its order book, deals, candles and quote. Orders of users are in the tables as well. */
export function createMarket(pair: Pair, ports: Ports) {
  const { tables, now, openOrders } = ports
  const chart = createChart(pair, tables, now)
  const book = createHouseBook(openOrders)
  const depth = createDepth(pair, book.book, now())
  const trades = createTrades(pair, chart, ports)
  const quotes = createQuotes()
  const views = createViews(pair, chart, trades, quotes, now)
  const { setQuote, setStanding, setNet, standing, quote } = quotes
  const { isStale, day, tickerRow, priceRow } = views
  return {
    pair,
    chart,
    depth,
    ...book,
    recordTrade: trades.record,
    setQuote,
    setStanding,
    setNet,
    standing,
    quote,
    rights: () => marketRights[standing().mode],
    /** True if the market has traded, now or before a restart. */
    hasHistory: trades.hasHistory,
    resume: trades.resume,
    anchor: trades.anchor,
    last: trades.last,
    takeRange: trades.takeRange,
    deals: trades.deals,
    tape: trades.tape,
    candle: views.candle,
    isStale,
    day,
    tickerRow,
    priceRow,
    ...createDrain(depth, chart, trades, quotes, views),
    /** The newest closed candle and the running one, in wire form. */
    candleSnapshot: (period: Period) => {
      const ended = chart.lastEnded(period)
      const running = chart.running(period)
      const isOver = running !== null && now() / 1000 >= candleEnd(period, running[0])
      return [
        ...(ended ? [views.candle(ended, true)] : []),
        ...(running && !isOver ? [views.candle(running, false)] : []),
      ]
    },
  }
}
export type Market = ReturnType<typeof createMarket>
