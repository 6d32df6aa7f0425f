import type { CallWay } from '#contract/chat/chat-call.ts'
import type { CommandContext } from '#server/core/context.ts'
import type { ChatContext } from '#server/features/chat/context.ts'

type CallsState = {
  /** How the two sides of each call are reached, and when their pages asked last. Gone with the process: it is said anew. */
  chatWays: Map<string, { ways: Map<number, CallWay>; askedAt: number }>
}
export const callsState = (): CallsState => ({ chatWays: new Map() })

export type ChatCallsContext = ChatContext & CommandContext<object, CallsState>
