import type { OutboxEntry } from '#machines/chat/outbox-lane.ts'
import type { Tokens } from '#machines/session/session.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import type { Request } from '#src/api/request.ts'
import type { OutboxStore } from '#src/actors/outbox-store.ts'
import type { Intent as OpenIntent, IntentStore } from '#src/stores/intents.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import type { Observable } from 'rxjs'

export type ClientPlant = {
  readonly request?: (inner: Request) => Request
  readonly intents?: (inner: IntentStore) => IntentStore
  readonly outbox?: (inner: OutboxStore) => OutboxStore
  readonly hear?: (messages$: Observable<SocketMessage>) => Observable<SocketMessage>
}
/** What a device keeps while its pages come and go. */
export type Storage = {
  tokens: Tokens | null
  readonly intents: Map<number, readonly OpenIntent[]>
  readonly revoked: Set<string>
  /** What waits to be sent into chats, by account; who sends, and which pages wait to be the one that does. */
  readonly outbox: Map<number, Map<number, OutboxEntry>>
  seq: number
  readonly leads: AbortSignal[]
  readonly waits: (() => void)[]
  readonly hears: Set<() => void>
}
export const emptyStorage = (tokens: Tokens | null): Storage => ({
  tokens,
  intents: new Map(),
  revoked: new Set(),
  outbox: new Map(),
  seq: 0,
  leads: [],
  waits: [],
  hears: new Set(),
})
export type TapKind = 'order' | 'transfer' | 'stake' | 'contract' | 'pay' | 'say'
export type Tap = {
  readonly n: number
  readonly kind: TapKind
  readonly user: number
  readonly amount: string
  readonly state: () => SubmitState | 'left'
  readonly reason: () => string | null
  readonly isRevoked: () => boolean
}
/**
 * What a tap has led to, as its page shows it; `isRevoked`: the venue has told this device that it will never be done.
 */
export type Shows = Pick<Tap, 'state' | 'reason' | 'isRevoked'>
