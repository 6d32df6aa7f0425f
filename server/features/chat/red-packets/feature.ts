import type { Setting } from '#contract/platform/platform.ts'
import { packetLimits, packetScale } from '#contract/chat/chat-packet.ts'
import { baseCoin } from '#contract/wire/limits.ts'
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
  publicSettings: (): Pick<Setting, 'red_packet'> => ({
    red_packet: {
      max: Number(packetLimits.max),
      scale: packetScale,
      hours: packetLimits.lifeMs / 3_600_000,
      currency_id: baseCoin.id,
    },
  }),
  deadlines: [on(packetExpiry, expireDue)],
  audit: auditPackets,
})
