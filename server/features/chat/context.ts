import type { AsyncContext, CommandContext } from '#server/core/context.ts'
import type { AccountContext } from '#server/features/account/context.ts'
import type { ChatTables } from './rows.ts'
import { createTouched, type Touched } from './touched.ts'

type ChatSettings = {
  /** Messages per second and at once of one account. */
  sendsPerSecond: number
  sendBurst: number
  /** For how long a text may be edited. */
  editMs: number
  /** Most members of a group without a limit of its own. */
  maxMembers: number
  /** Where two devices learn how they reach each other; null: people cannot call each other here. */
  callServers: readonly string[] | null
  /** Shared with the TURN server, which takes passwords made of it. */
  callSecret: string | null
  /** The demo has a welcome group, guests and a support user that answer by written rules. */
  hasBots: boolean
}
export const chatSettings = (demo: boolean): ChatSettings => ({
  sendsPerSecond: 5,
  sendBurst: 10,
  editMs: 900_000,
  maxMembers: 500,
  callServers: demo ? [] : null,
  callSecret: null,
  hasBots: demo,
})

type ChatState = {
  chatTouched: Touched
  /** How much each account may still send. */
  chatPaces: Map<number, { tokens: number; at: number }>
  /** What a session may spend on one packet without its fund password, and until when. */
  chatPayments: Map<string, { units: bigint; until: number }>
}
export const chatState = (): ChatState => ({
  chatTouched: createTouched(),
  chatPaces: new Map(),
  chatPayments: new Map(),
})

export type ChatContext = AccountContext & CommandContext<ChatTables, ChatState, { chat: ChatSettings }>
export type AsyncChatContext = AsyncContext<ChatContext>
