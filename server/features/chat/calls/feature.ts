import { chatCallsSpec } from '#contract/chat/chat-calls.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { callsState, type ChatCallsContext } from './context.ts'
import { chatCallsHandlers } from './handlers.ts'
import { callDeadline, callDue, callRingAgain, ringDue } from './settle.ts'

export const chatCallsFeature = feature<ChatCallsContext>()({
  name: 'chat-calls',
  uses: ['chat'],
  spec: chatCallsSpec,
  handlers: chatCallsHandlers,
  state: callsState,
  deadlines: [on(callDeadline, callDue), on(callRingAgain, ringDue)],
})
