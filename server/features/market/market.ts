import type { LiveCandle, PriceRow, TickerRow } from '#contract/market.ts'
import { limits } from '#contract/wire/limits.ts'
import type { Deal, Period } from '#contract/market.ts'
import { createBook, type Book, type BookOrder, type Fill, type Placed } from '#server/features/market/book/book.ts'
import { candleEnd } from './candles.ts'
import { createChart } from './chart.ts'
import { createDepth } from './depth.ts'
import { amountText, changeText, priceText, textOf, volumeScale } from './units.ts'
import type { CandleCells, MarketTables, Pair } from './rows.ts'

/** `at` is when the tick was made, `asOf` when the oldest source it needs spoke: at the same instant, unless told. */
export type Quote = { tick: string; index: number; mark: number; sources: number; at: number; asOf?: number }
/** The age of a price counts from here. */
export const asOfQuote = ({ at, asOf = at }: Quote) => asOf
/** An order of the market maker: in memory only. */
export type HouseOrder = { id: number; side: 'buy' | 'sell'; price: number; left: number }
type Ports = {
  tables: Pick<MarketTables, 'candles' | 'runningCandles'>
  now: () => number
  idOfDeal: () => string
  /** Open orders of people, in the order in which they were placed. */
  openOrders: () => Iterable<BookOrder>
}

/** The house quotes under 0 and takes under -1, so that both may meet; people have ids above 0. */
export const houseMaker = 0
export const houseTaker = -1
export const isPerson = (owner: number) => owner > 0
const dealsKept = 30
/** Numbers of the house's orders, far above those of people. */
const firstHouseId = 2 ** 40

/** One market in memory: its book, deals, bars and quote. Orders of people are in the tables as well. */
export function createMarket(pair: Pair, { tables, now, idOfDeal, openOrders }: Ports) {
  const house = new Map<number, HouseOrder>()
  const chart = createChart(pair, tables, now)
  /** Open orders did not match each other when they came, so placing them again in the same order makes the same book. */
  const restore = (): Book => {
    const fresh = createBook()
    for (const order of openOrders()) fresh.place(order)
    return fresh
  }
  let book = restore()
  const depth = createDepth(pair, () => book, now())
  let deals: Deal[] = []
  let dealCount = 0
  let taken = { deals: 0, ticker: '', quote: '' }
  let drained: Deal[] = []
  const lastOf = () => chart.running('1mon')?.[4] ?? chart.lastEnded('1day')?.[4] ?? pair.firstPrice
  let last = lastOf()
  let isUntraded = chart.running('1mon') === null && chart.lastEnded('1day') === null
  let quote: Quote | null = null
  let tradedAt = 0
  let houseIds = firstHouseId

  const keepHouse = (order: BookOrder, { fills, rested }: Placed) => {
    for (const { maker, makerOwner, makerLeft } of fills) {
      if (makerOwner !== houseMaker) continue
      const known = house.get(maker)
      if (makerLeft === 0) house.delete(maker)
      else if (known) known.left = makerLeft
    }
    if (order.owner === houseMaker && rested > 0) house.set(order.id, { id: order.id, side: order.side, price: order.price, left: rested })
  }
  /** The last 24 hours; without trades the last price stands for all. */
  const day = (): CandleCells => chart.lastDay() ?? [0, last, last, last, last, 0, 0]
  const isStale = () => quote === null || now() - asOfQuote(quote) > limits.staleAfterMs
  const tickerRow = (): TickerRow => {
    const [, open, high, low, , amount, volume] = day()
    return {
      m: pair.market, match_id: pair.id, last: priceText(pair, last), open: priceText(pair, open), high: priceText(pair, high),
      low: priceText(pair, low), volume: amountText(pair, amount), amount: textOf(volume, volumeScale),
      change: changeText(open, last), at_ms: Math.max(tradedAt, quote?.at ?? 0),
    }
  }
  const priceRow = (): PriceRow => ({
    m: pair.market, match_id: pair.id, tick: quote?.tick ?? 'none', index: priceText(pair, quote?.index ?? last),
    mark: priceText(pair, quote?.mark ?? last), sources: quote?.sources ?? 0, at_ms: quote?.at ?? 0,
    as_of_ms: quote ? asOfQuote(quote) : 0, stale: isStale(),
  })
  const liveCandle = ([start, open, high, low, close, amount, volume]: CandleCells, isClosed: boolean): LiveCandle => ({
    id: start, time: start * 1000, open: priceText(pair, open), high: priceText(pair, high), low: priceText(pair, low),
    close: priceText(pair, close), amount: amountText(pair, amount), volume: textOf(volume, volumeScale), closed: isClosed,
  })

  return {
    pair,
    chart,
    depth,
    house,
    nextHouseId: () => (houseIds += 1),
    book: () => book,
    /** Puts an order into the book. From here on nothing of the command may be refused. */
    place: (order: BookOrder): Placed => {
      const placed = book.place(order)
      keepHouse(order, placed)
      return placed
    },
    cancel: (id: number) => {
      house.delete(id)
      return book.cancel(id)
    },
    /** Builds the book again from the tables, after a command that moved it was undone. */
    reload: () => {
      house.clear()
      book = restore()
    },
    /** Makes a trade known: deals, last price, bars. */
    report: ({ side, price, amount }: Pick<Fill, 'side' | 'price' | 'amount'>): Deal => {
      const deal: Deal = { id: idOfDeal(), at_ms: now(), side, price: priceText(pair, price), amount: amountText(pair, amount) }
      deals = [deal, ...deals.slice(0, dealsKept - 1)]
      dealCount += 1
      last = price
      isUntraded = false
      tradedAt = now()
      chart.trade(price, amount)
      return deal
    },
    setQuote: (next: Quote) => {
      quote = next
    },
    /** Begins where the minutes of a made past end. */
    resume: (minutes: readonly CandleCells[]) => {
      chart.resume(minutes)
      last = lastOf()
      isUntraded = false
    },
    /** Where nobody has traded yet, the last price is the index: the one a pair is listed with is only a beginning. */
    anchor: (index: number) => {
      if (isUntraded) last = index
    },
    last: () => last,
    quote: () => quote,
    isStale,
    day,
    tickerRow,
    priceRow,
    deals: () => deals,
    /** The deals as of the last drain, and how many there were by then: what comes after is in the next. */
    drainedDeals: () => ({ s: taken.deals, deals: drained }),
    candlesShown: (period: Period) => {
      const ended = chart.lastEnded(period)
      const running = chart.running(period)
      const isOver = running !== null && now() / 1000 >= candleEnd(period, running[0])
      return [...(ended ? [liveCandle(ended, true)] : []), ...(running && !isOver ? [liveCandle(running, false)] : [])]
    },
    /** What is new since it was last asked; ticker and quote only if they say something else. */
    drain: () => {
      depth.sync()
      chart.close()
      const ticker = tickerRow()
      const shownPrice = priceRow()
      const tickerText = JSON.stringify({ ...ticker, at_ms: 0 })
      const quoteText = `${shownPrice.tick}|${shownPrice.stale}`
      const count = Math.min(dealCount - taken.deals, dealsKept)
      const news = {
        depth: depth.take(),
        deals: dealCount > taken.deals ? { b: taken.deals, s: dealCount, deals: deals.slice(0, count) } : null,
        ticker: tickerText === taken.ticker ? null : ticker,
        price: quoteText === taken.quote ? null : shownPrice,
        candles: chart.takeChanges().map(({ period, cells, isClosed }) => ({ period, candle: liveCandle(cells, isClosed) })),
      }
      taken = { deals: dealCount, ticker: tickerText, quote: quoteText }
      drained = deals
      return news
    },
  }
}
export type Market = ReturnType<typeof createMarket>
