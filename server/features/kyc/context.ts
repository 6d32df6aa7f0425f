import type { CommandContext } from '#server/core/context.ts'
import type { KycTables } from './rows.ts'
import type { IdentityContext } from '#server/identity/context.ts'

type KycSettings = {
  /** KYC level that each feature requires, by name of the feature. */
  gates: Readonly<Record<string, number>>
}
export const kycSettings = (): KycSettings => ({
  gates: { option: 1, lever: 1, withdraw: 1, gift: 1, otc_take: 1, otc_publish: 2, bank_out: 2 },
})

export type KycContext = IdentityContext & CommandContext<KycTables, object, { kyc: KycSettings }>
