import type { CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
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
  /**
   * For how long some act in a row before others come, and for how long in one tick before the next price. Which
   * commands run, and in which order, does not depend on it.
   */
  sliceMs: number
  tickMs: number
}
export const triggerSettings = (): TriggerSettings => ({
  perCommand: 20,
  perSlice: 4,
  perTick: 1000,
  sliceMs: 2,
  tickMs: 100,
})

/** What is derived from the tables; `counts` are the last numbers of the order of arming and of firing. */
export type TriggerState = {
  triggerWatch: TriggerWatch
  triggerQueues: DueQueues
  triggerCounts: { seq: number; fired: number }
  /** The trigger whose order or closing is being made: it ends by what comes of that, not by what it belonged to. */
  triggerActing: { id: number | null }
  /** The sweep that went on last: the next one is another's turn. */
  triggerTurn: { sweep: string }
  triggerStartedAt: number
}
export type TriggerContext = SpotContext &
  LeverContext &
  AssetsContext &
  CommandContext<TriggerTables, TriggerState, { trigger: TriggerSettings }>
