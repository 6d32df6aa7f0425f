import type { Setting } from '#contract/platform/platform.ts'
import { fiatsOf } from './fiats.ts'
import { marketSpec } from '#contract/market/market.ts'
import { feature } from '#server/core/feature.ts'
import { createMarketChannels } from './channels.ts'
import { marketSettings, type MarketContext, type MarketState } from './context.ts'
import { marketHandlers } from './handlers.ts'
import { createMarkets } from './markets.ts'
import { createPriceIndex } from './prices/price-index.ts'
import { createMarketTables } from './rows.ts'
import { seedCoins } from './seed-coins.ts'
import { seedHistory } from './seed-history.ts'
import { seedPairs } from './seed-pairs.ts'
import { writeCandles } from './write-candles.ts'

/** Only a simulated market has a made past: beside real prices it would be a lie. */
const seedMadePast = (ctx: MarketContext) => {
  if (ctx.priceIndex.kind() === 'simulated') seedHistory(ctx)
}

export const marketFeature = feature<MarketContext>()({
  name: 'market',
  spec: marketSpec,
  handlers: marketHandlers,
  tables: createMarketTables,
  settings: marketSettings,
  publicSettings: ({ settings, tables }): Pick<Setting, 'fiats' | 'networks'> => ({
    fiats: fiatsOf(settings.market),
    networks: Object.fromEntries(
      [...tables.coins.all()].flatMap(({ name, networks }) =>
        networks.length > 0 ? [[name, networks.map((each) => each.name)]] : [],
      ),
    ),
  }),
  state: (ports): MarketState => {
    const markets = createMarkets(ports)
    return { markets, priceIndex: createPriceIndex(markets, ports) }
  },
  channels: createMarketChannels,
  seed: (ctx) => {
    seedCoins(ctx)
    seedPairs(ctx)
  },
  step: {
    onStart: seedMadePast,
    inPriceCommand: ({ priceIndex }) => priceIndex.read(),
    inSecondCommand: (ctx) => {
      writeCandles(ctx)
      writeMarks(ctx)
    },
  },
})

/**
 * Stores the newest mark of each market, with its averaged premium. Once a second: what a crash loses of an average
 * over 150 s is nothing.
 */
const writeMarks = ({ priceIndex, tables }: MarketContext) => {
  for (const row of priceIndex.rows()) if (tables.marks.get(row.market)?.at !== row.at) tables.marks.put(row)
}
