import { sessionSpec } from '#contract/session/session.ts'
import { feature } from '#server/core/feature.ts'
import type { SessionContext } from './context.ts'
import { sessionHandlers } from './handlers.ts'

export const sessionFeature = feature<SessionContext>()({
  name: 'session',
  uses: ['assets', 'chat'],
  spec: sessionSpec,
  handlers: sessionHandlers,
})
