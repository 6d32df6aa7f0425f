import { chatRedPacketsSpec } from '#contract/chat/chat-red-packets.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditPackets } from './audit.ts'
import type { ChatRedPacketsContext } from './context.ts'
import { chatRedPacketsHandlers } from './handlers.ts'
import { expireDue, packetExpiry } from './settle.ts'

export const chatRedPacketsFeature = feature<ChatRedPacketsContext>()({
  name: 'chat-red-packets',
  uses: ['chat'],
  spec: chatRedPacketsSpec,
  handlers: chatRedPacketsHandlers,
  deadlines: [on(packetExpiry, expireDue)],
  audit: auditPackets,
})
