import type { CommandContext } from '#server/core/context.ts'
import type { KycContext } from '#server/features/kyc/context.ts'
import type { LeverContext } from '#server/features/lever/context.ts'
import type { NewsContext } from '#server/features/news/context.ts'
import type { SpotContext } from '#server/features/spot/context.ts'

export type PlatformSettings = {
  /** Where customer service is reached; null when there is none. */
  customerUrl: string | null
}
export const platformSettings = (): PlatformSettings => ({ customerUrl: null })

/** The product's configuration shows the rules of other features. */
export type PlatformContext = SpotContext & LeverContext & KycContext & NewsContext & CommandContext<object, object, { platform: PlatformSettings }>
