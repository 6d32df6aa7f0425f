import { account } from '#contract/account.ts'
import { assets } from '#contract/assets.ts'
import { chatAccount } from '#contract/chat-account.ts'
import { kyc } from '#contract/kyc.ts'
import { lever } from '#contract/lever.ts'
import { market } from '#contract/market.ts'
import { news } from '#contract/news.ts'
import { option } from '#contract/option.ts'
import { platform } from '#contract/platform.ts'
import { session } from '#contract/session.ts'
import { spot } from '#contract/spot.ts'
import { accountHandlers } from '#server/features/account/handlers.ts'
import { assetsHandlers } from '#server/features/assets/handlers.ts'
import { chatAccountHandlers } from '#server/features/chat-account/handlers.ts'
import { kycHandlers } from '#server/features/kyc/handlers.ts'
import { leverHandlers } from '#server/features/lever/handlers.ts'
import { marketHandlers } from '#server/features/market/handlers.ts'
import { newsHandlers } from '#server/features/news/handlers.ts'
import { optionHandlers } from '#server/features/option/handlers.ts'
import { platformHandlers } from '#server/features/platform/handlers.ts'
import { sessionHandlers } from '#server/features/session/handlers.ts'
import { spotHandlers } from '#server/features/spot/handlers.ts'
import { routesOf, type Route } from '#server/core/routes.ts'

/** Every route of the venue: one line a word. */
export const allRoutes = (): Route[] => [
  ...routesOf('session', session, sessionHandlers),
  ...routesOf('account', account, accountHandlers),
  ...routesOf('kyc', kyc, kycHandlers),
  ...routesOf('market', market, marketHandlers),
  ...routesOf('spot', spot, spotHandlers),
  ...routesOf('lever', lever, leverHandlers),
  ...routesOf('option', option, optionHandlers),
  ...routesOf('assets', assets, assetsHandlers),
  ...routesOf('news', news, newsHandlers),
  ...routesOf('platform', platform, platformHandlers),
  ...routesOf('chat-account', chatAccount, chatAccountHandlers),
]
