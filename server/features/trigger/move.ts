import {
  isTriggerOver,
  mayTriggerTransition,
  triggerTransitions,
  type TriggerTransition,
  type TriggerWhy,
} from '#contract/trigger/trigger.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { TriggerContext } from './context.ts'
import { triggerExpiry, triggerHold, triggerWaits, type TriggerRow } from './rows.ts'
import { triggerOf } from './view.ts'

/** Log type for holds and releases, which never appear in a log. */
export const holdType = 0

export const extremeId = (pair: number, side: string, since: number) => `${pair}|${side}|${since}`

/** Keeps watch and queues beside the table; the caller stores the row. */
function follow(ctx: TriggerContext, before: TriggerRow | null, after: TriggerRow) {
  const { triggerWatch: watch, triggerQueues: queues, tables } = ctx
  queues.move(before, after)
  ctx.onRollback(() => queues.move(after, before))
  const isMoved = before === null || before.status !== after.status || before.seq !== after.seq
  if (!isMoved && before.price === after.price && before.trail === after.trail) return
  if (!isMoved && before.trail?.isActive && after.trail?.isActive) {
    ctx.onRollback(() => watch.change(after, before))
    return watch.change(before, after)
  }
  // What is built in the middle of a command knows nothing of its beginning.
  if (!watch.isBuilt(after.pair)) return ctx.onRollback(() => watch.forget(after.pair))
  const taken = before && watch.remove(before)
  if (taken?.left?.isEmpty) tables.triggerExtremes.remove(extremeId(after.pair, taken.side, taken.left.since))
  watch.add(after)
  ctx.onRollback(() => {
    watch.remove(after)
    if (taken) watch.putBack(before, taken)
  })
}

/** True if a limit order that it has made may rest beyond the price, so that its owner is told after a while. */
export const isToldLate = ({ fired, limit, role }: TriggerRow) => fired !== null && limit > 0 && role !== 'profit'

/** Stores a new trigger. */
export function addTrigger(ctx: TriggerContext, row: TriggerRow): TriggerRow {
  const stored = ctx.tables.triggers.put(row)
  follow(ctx, null, stored)
  if (row.expiresAt !== null) ctx.deadlines.set(triggerExpiry, String(row.id), row.expiresAt)
  return stored
}
/** The only code that changes a trigger. An illegal transition throws: it is a bug. */
export function moveTrigger(
  ctx: TriggerContext,
  step: TriggerTransition,
  row: TriggerRow,
  change: Partial<TriggerRow>,
): TriggerRow {
  if (!mayTriggerTransition(step, row.status)) throw new Error(`trigger ${row.id}: ${step} from ${row.status}`)
  const status = triggerTransitions[step].to ?? row.status
  const next = { ...row, ...change, status, updatedAt: ctx.now(), rev: row.rev + 1 }
  follow(ctx, row, next)
  const stored = ctx.tables.triggers.put(next)
  if (isTriggerOver(stored) && row.expiresAt !== null) ctx.deadlines.clear(triggerExpiry, String(row.id))
  if (isTriggerOver(stored) && isToldLate(row)) ctx.deadlines.clear(triggerWaits, String(row.id))
  return stored
}

type Why =
  | 'placed'
  | 'armed'
  | 'activated'
  | 'amended'
  | 'resized'
  | 'triggered'
  | 'made'
  | 'waiting'
  | 'done'
  | 'refused'
  | 'cancelled'
  | 'expired'
/** Tells the owner how a trigger stands; returns it in wire form. */
export function tellTrigger(ctx: TriggerContext, row: TriggerRow, why: Why) {
  const v = triggerOf(ctx, row)
  ctx.emit(row.user, { ev: 'trigger.changed', v, why })
  return v
}

type Ending = { why?: TriggerWhy | null; refusal?: Reason } & Partial<TriggerRow>
const told = { finish: 'done', refuse: 'refused', cancel: 'cancelled', drop: 'cancelled', expire: 'expired' } as const
/** Ends a trigger, returns what it still holds itself, and tells its owner. */
export function endTrigger(ctx: TriggerContext, step: keyof typeof told, row: TriggerRow, ending: Ending = {}) {
  ctx.ledger.release(triggerHold(row.id), holdType)
  const ended = moveTrigger(ctx, step, row, ending)
  tellTrigger(ctx, ended, told[step])
  return ended
}
