import { passkeySpec } from '#contract/account/passkey.ts'
import { feature } from '#server/core/feature.ts'
import type { PasskeyContext } from './context.ts'
import { passkeyHandlers } from './handlers.ts'

export const passkeyFeature = feature<PasskeyContext>()({
  name: 'passkey',
  uses: ['account'],
  spec: passkeySpec,
  handlers: passkeyHandlers,
})
