import type { Setting } from '#contract/platform/platform.ts'
import type { CommandContext } from '#server/core/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'
import type { NewsContext } from '#server/features/news/context.ts'

type PlatformSettings = {
  /** URL of customer service; null if there is none. */
  customerUrl: string | null
  /** Whether anyone may open the machines of their own page at `/inspector`, also in production. */
  hasInspector: boolean
  /** Whether text messages can be sent, so that an account may begin with a phone number. */
  hasPhone: boolean
  /** Its picture: a path of this server, because the page loads pictures from nowhere else. */
  logoIcon: string
  /** The address that links to others begin with, with a slash at its end; null: the one a page was opened at. */
  shareUrl: string | null
  /** Where the packaged apps are; null where there is none. */
  androidUrl: string | null
  iosUrl: string | null
  /** The sections of the tab bar; null: the usual five. */
  tabs: readonly string[] | null
}
export const platformSettings = (): PlatformSettings => ({
  customerUrl: null,
  hasInspector: false,
  hasPhone: true,
  logoIcon: '/icon.svg',
  shareUrl: null,
  androidUrl: null,
  iosUrl: null,
  tabs: null,
})

/** What the platform tells of itself; the rest of the public settings is told by the features that own it. */
type OwnSetting =
  | 'name'
  | 'version'
  | 'version_code'
  | 'min_version_code'
  | 'demo'
  | 'verification'
  | 'languages'
  | 'default_language'
  | 'base_currency_id'
  | 'address_hold_ms'
  | 'credential_hold_ms'
  | 'keep_days'
  | 'upload'
  | 'chat_base'
  | 'customer_url'
  | 'tabs'
  | 'features'
  | 'default_powers'
  | 'server_now_ms'
export type PlatformContext = NewsContext &
  ChatContext &
  CommandContext<object, { readonly publicSettings: () => Omit<Setting, OwnSetting> }, { platform: PlatformSettings }>
