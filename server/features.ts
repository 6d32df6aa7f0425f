import type { FeatureName } from '#contract/endpoints.ts'
import type { ContextOf, Feature } from './core/feature.ts'
import { accountFeature } from './features/account/feature.ts'
import { assetsFeature } from './features/assets/feature.ts'
import { chatAccountFeature } from './features/chat-account/feature.ts'
import { kycFeature } from './features/kyc/feature.ts'
import { leverFeature } from './features/lever/feature.ts'
import { marketFeature } from './features/market/feature.ts'
import { newsFeature } from './features/news/feature.ts'
import { optionFeature } from './features/option/feature.ts'
import { platformFeature } from './features/platform/feature.ts'
import { sessionFeature } from './features/session/feature.ts'
import { spotFeature } from './features/spot/feature.ts'
import type { IdentityContext } from './identity/context.ts'

/**
 * Every feature of the server: the one list. Its order is the order of seeds and of what happens at a price tick: prices first, then
 * what is settled on them, then the market maker.
 */
const list = {
  session: sessionFeature, account: accountFeature, kyc: kycFeature, market: marketFeature, option: optionFeature, spot: spotFeature,
  lever: leverFeature, assets: assetsFeature, news: newsFeature, platform: platformFeature, 'chat-account': chatAccountFeature,
}
/** Everything a command may work with; a feature sees the part that its own context names. */
export type VenueContext = IdentityContext & ContextOf<typeof list>
/** A feature that is missing, or one whose tables or state no feature provides, does not compile. */
export const features: { readonly [K in FeatureName]: Feature<VenueContext> } = list
