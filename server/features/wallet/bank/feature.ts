import { bankSpec } from '#contract/wallet/bank.ts'
import { feature } from '#server/core/feature.ts'
import type { BankContext } from './context.ts'
import { bankHandlers } from './handlers.ts'
import { createBankTables } from './rows.ts'
import { seedBanks, seedHouseAccounts } from './seed.ts'

export const bankFeature = feature<BankContext>()({
  name: 'bank',
  spec: bankSpec,
  handlers: bankHandlers,
  tables: createBankTables,
  seed: (ctx) => {
    seedBanks(ctx)
    seedHouseAccounts(ctx)
  },
})
