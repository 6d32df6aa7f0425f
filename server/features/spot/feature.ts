import type { Setting } from '#contract/platform/platform.ts'
import { spotSpec } from '#contract/spot/spot.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { openBookOrders } from './book-orders.ts'
import { noSpotHooks, spotSettings, type SpotContext, type SpotState } from './context.ts'
import { expireOrder } from './expire.ts'
import { spotHandlers } from './handlers.ts'
import { quoteMarkets } from './maker.ts'
import { spotNotifications } from './notifications.ts'
import { createSpotTables, spotExpiry } from './rows.ts'

export const spotFeature = feature<SpotContext>()({
  name: 'spot',
  uses: ['market'],
  spec: spotSpec,
  handlers: spotHandlers,
  tables: createSpotTables,
  settings: spotSettings,
  publicSettings: ({ settings }): Pick<Setting, 'coin_trade_fee'> => ({ coin_trade_fee: settings.spot.coinTradeFee }),
  state: ({ random, now }): SpotState => ({ maker: { chance: random, steppedAt: now() }, spotHooks: noSpotHooks() }),
  deadlines: [on(spotExpiry, expireOrder)],
  seed: (ctx) => ctx.markets.restoreFrom((pair) => openBookOrders(ctx, pair)),
  step: { inPriceCommand: quoteMarkets },
  notifications: spotNotifications,
})
