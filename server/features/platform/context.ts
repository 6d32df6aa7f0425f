import type { CommandContext } from '#server/core/context.ts'
import type { AssetsSettings } from '#server/features/assets/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'
import type { KycContext } from '#server/features/kyc/context.ts'
import type { LeverContext } from '#server/features/lever/context.ts'
import type { NewsContext } from '#server/features/news/context.ts'
import type { WithdrawSettings } from '#server/features/withdraw/context.ts'
import type { SpotContext } from '#server/features/spot/context.ts'

type PlatformSettings = {
  /** URL of customer service; null if there is none. */
  customerUrl: string | null
  /** Whether anyone may open the machines of their own page at `/inspector`, also in production. */
  hasInspector: boolean
  /** Its picture: a path of this server, because the page loads pictures from nowhere else. */
  logoIcon: string
  /** The address that links to others begin with, with a slash at its end; null: the one a page was opened at. */
  shareUrl: string | null
  /** Where the packaged apps are; null where there is none. */
  androidUrl: string | null
  iosUrl: string | null
}
export const platformSettings = (): PlatformSettings => ({
  customerUrl: null,
  hasInspector: false,
  logoIcon: '/icon.svg',
  shareUrl: null,
  androidUrl: null,
  iosUrl: null,
})

/** The public configuration includes settings of other features. */
export type PlatformContext = SpotContext &
  LeverContext &
  KycContext &
  NewsContext &
  ChatContext &
  CommandContext<object, object, { platform: PlatformSettings; assets: AssetsSettings; withdraw: WithdrawSettings }>
