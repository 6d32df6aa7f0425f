import type { CommandContext } from '#server/core/context.ts'
import type { LeverContext } from '#server/features/lever/context.ts'
import type { SpotContext } from '#server/features/spot/context.ts'
import type { DueQueues } from './queues.ts'
import type { TriggerTables } from './rows.ts'
import type { TriggerWatch } from './watch.ts'

type TriggerSettings = {
  /** How many due triggers one command takes note of, how many act in a row, and how many in one tick. */
  perCommand: number
  perSlice: number
  perTick: number
}
export const triggerSettings = (): TriggerSettings => ({ perCommand: 200, perSlice: 10, perTick: 1000 })

/** What is derived from the tables; `counts` are the last numbers of the order of arming and of firing. */
export type TriggerState = {
  triggerWatch: TriggerWatch
  triggerQueues: DueQueues
  triggerCounts: { seq: number; fired: number }
  /** The trigger whose order or closing is being made: it ends by what comes of that, not by what it belonged to. */
  triggerActing: { id: number | null }
  triggerStartedAt: number
}
export type TriggerContext = SpotContext &
  LeverContext &
  CommandContext<TriggerTables, TriggerState, { trigger: TriggerSettings }>
