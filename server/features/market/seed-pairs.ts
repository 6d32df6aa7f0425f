import { baseCoin } from '#contract/wire/limits.ts'
import type { Pair } from './rows.ts'
import type { MarketContext } from './context.ts'

type Seed = Pick<
  Pair,
  'id' | 'base' | 'priceScale' | 'amountScale' | 'minAmount' | 'maxAmount' | 'leverShare' | 'spread' | 'firstPrice'
>

const seeds: readonly Seed[] = [
  {
    id: 1,
    base: 1,
    priceScale: 2,
    amountScale: 6,
    minAmount: '0.00001',
    maxAmount: '100',
    leverShare: '0.01',
    spread: '5',
    firstPrice: 9_642_000,
  },
  {
    id: 2,
    base: 2,
    priceScale: 2,
    amountScale: 5,
    minAmount: '0.0001',
    maxAmount: '2000',
    leverShare: '0.1',
    spread: '0.3',
    firstPrice: 341_250,
  },
  {
    id: 3,
    base: 4,
    priceScale: 2,
    amountScale: 4,
    minAmount: '0.001',
    maxAmount: '20000',
    leverShare: '1',
    spread: '0.04',
    firstPrice: 18_640,
  },
  {
    id: 4,
    base: 5,
    priceScale: 4,
    amountScale: 2,
    minAmount: '0.1',
    maxAmount: '2000000',
    leverShare: '100',
    spread: '0.0006',
    firstPrice: 22_850,
  },
  {
    id: 5,
    base: 6,
    priceScale: 5,
    amountScale: 1,
    minAmount: '1',
    maxAmount: '20000000',
    leverShare: '1000',
    spread: '0.00006',
    firstPrice: 21_480,
  },
  {
    id: 6,
    base: 7,
    priceScale: 2,
    amountScale: 4,
    minAmount: '0.001',
    maxAmount: '20000',
    leverShare: '1',
    spread: '0.04',
    firstPrice: 9_830,
  },
  {
    id: 7,
    base: 8,
    priceScale: 5,
    amountScale: 1,
    minAmount: '1',
    maxAmount: '20000000',
    leverShare: '1000',
    spread: '0.00006',
    firstPrice: 26_120,
  },
  {
    id: 8,
    base: 9,
    priceScale: 2,
    amountScale: 4,
    minAmount: '0.0001',
    maxAmount: '5000',
    leverShare: '0.5',
    spread: '0.15',
    firstPrice: 64_730,
  },
]

/**
 * Adds the initial pairs and, at every start, opens the market of each pair, whose book is restored from its open
 * orders.
 */
export const seedPairs = ({ tables, markets, now, settings }: MarketContext) => {
  seeds.forEach((seed, sort) => {
    const market = `${tables.coins.need(seed.base).name}-${baseCoin.name}`
    if (tables.pairs.get(seed.id) || settings.market.only?.includes(market) === false) return
    tables.pairs.put({
      ...seed,
      market,
      quote: baseCoin.id,
      sort,
      isDisplayed: true,
      isOpen: true,
      isSpot: true,
      isLever: true,
      isMicro: true,
      minTotal: '1',
      leverMin: 1,
      leverMax: 500,
      overnight: '0.02',
      leverFee: '0.05',
      microFee: '0',
      createdAt: now(),
    })
  })
  for (const pair of [...tables.pairs.all()].toSorted((a, b) => a.sort - b.sort)) markets.open(pair)
}
