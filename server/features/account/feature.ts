import { accountSpec } from '#contract/account/account.ts'
import { feature } from '#server/core/feature.ts'
import type { AccountContext } from './context.ts'
import { accountHandlers } from './handlers.ts'
import { accountNotifications } from './notifications.ts'

export const accountFeature = feature<AccountContext>()({
  name: 'account',
  uses: ['bank', 'otc'],
  spec: accountSpec,
  handlers: accountHandlers,
  notifications: accountNotifications,
})
