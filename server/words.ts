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
import { accountHandlers } from './handlers/account.ts'
import { assetsHandlers } from './handlers/assets.ts'
import { chatAccountHandlers } from './handlers/chat-account.ts'
import { kycHandlers } from './handlers/kyc.ts'
import { leverHandlers } from './handlers/lever.ts'
import { marketHandlers } from './handlers/market.ts'
import { newsHandlers } from './handlers/news.ts'
import { optionHandlers } from './handlers/option.ts'
import { platformHandlers } from './handlers/platform.ts'
import { sessionHandlers } from './handlers/session.ts'
import { spotHandlers } from './handlers/spot.ts'
import { routesOf, type Route } from './routes.ts'

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
