import type { LiveCandle, Period } from '#contract/market/market.ts'
import type { Change, ChannelSource, Snap } from '#server/core/feature.ts'
import { periods } from './candles.ts'
import type { MarketContext } from './context.ts'
import type { Market } from './market.ts'

const asPeriod = (text: string | undefined) => periods.find((period) => period === text)

type Markets = Pick<MarketContext, 'markets'>
type Families = ChannelSource<'ticker' | 'quotes' | 'depth' | 'deals' | 'kline'>

/** What each family is and how it stands. `tickerSeq`: the number of the last drain; `candleSeq`: of the last candle. */
function familiesOf(
  { markets }: Markets,
  tickerSeq: () => number,
  candleSeq: (channel: string) => number,
): Families['families'] {
  const isMarket = ([name, ...more]: readonly string[]) =>
    name !== undefined && more.length === 0 && markets.find(name) !== undefined
  const isSeries = ([name, period, ...more]: readonly string[]) =>
    isMarket([name ?? '']) && more.length === 0 && asPeriod(period) !== undefined
  const forMarket = (snap: (market: Market) => Snap) => (parts: readonly string[]) => {
    const market = isMarket(parts) ? markets.find(parts[0] ?? '') : undefined
    return market ? snap(market) : null
  }
  return {
    ticker: {
      has: (parts) => isMarket(parts) || (parts.length === 1 && parts[0] === '*'),
      snap: (parts) =>
        parts[0] === '*'
          ? { s: tickerSeq(), d: { rows: markets.all().map((each) => each.tickerRow()) } }
          : forMarket((market) => ({ s: tickerSeq(), d: { rows: [market.tickerRow()] } }))(parts),
    },
    quotes: {
      has: (parts) => parts.length === 0,
      snap: () => ({ s: tickerSeq(), d: { rows: markets.all().map((each) => each.priceRow()) } }),
    },
    depth: {
      has: isMarket,
      snap: forMarket(({ depth }) => {
        const { bids, asks, cs, seq } = depth.snapshot()
        return { s: seq, d: { bids, asks, cs } }
      }),
    },
    deals: {
      has: isMarket,
      snap: forMarket((market) => {
        const { s, deals } = market.drainedDeals()
        return { s, d: { deals } }
      }),
    },
    kline: {
      has: isSeries,
      snap: ([name = '', text]) => {
        const market = markets.find(name)
        const period = asPeriod(text)
        return market && period
          ? { s: candleSeq(`kline:${name}:${period}`), d: { bars: market.candleSnapshot(period) } }
          : null
      },
    },
  }
}

/** The public channels of all markets: tickers, prices, order books, deals and candles, as of the last drain. */
export function createMarketChannels({ markets }: Markets): Families {
  /** Number of drains; the sequence of channels of class `latest`. */
  let drains = 0
  const candleSeqs = new Map<string, number>()

  const candleChange = (market: string, period: Period, bar: LiveCandle): Change => {
    const c = `kline:${market}:${period}`
    const b = candleSeqs.get(c) ?? 0
    candleSeqs.set(c, b + 1)
    return { c, b, s: b + 1, d: { bar } }
  }
  const drain = (): Change[] => {
    drains += 1
    const changes: Change[] = []
    const tickers: object[] = []
    const prices: object[] = []
    for (const market of markets.all()) {
      const name = market.pair.market
      const { depth, deals, ticker, price, candles } = market.drain()
      for (const { b, s, ...d } of depth) changes.push({ c: `depth:${name}`, s, b, d })
      if (deals) changes.push({ c: `deals:${name}`, s: deals.s, b: deals.b, d: { deals: deals.deals } })
      if (ticker) {
        tickers.push(ticker)
        changes.push({ c: `ticker:${name}`, s: drains, b: null, d: { rows: [ticker] } })
      }
      if (price) prices.push(price)
      for (const { period, candle } of candles) changes.push(candleChange(name, period, candle))
    }
    if (tickers.length) changes.push({ c: 'ticker:*', s: drains, b: null, d: { rows: tickers } })
    if (prices.length) changes.push({ c: 'quotes', s: drains, b: null, d: { rows: prices } })
    return changes
  }
  return {
    drain,
    families: familiesOf(
      { markets },
      () => drains,
      (channel) => candleSeqs.get(channel) ?? 0,
    ),
  }
}
