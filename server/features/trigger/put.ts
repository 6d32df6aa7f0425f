import { isPairOpen } from '#server/features/market/halt.ts'
import { markOf, mayFire } from '#server/features/lever/account.ts'
import type { AsyncContext } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { expireTrigger } from './change.ts'
import type { TriggerContext } from './context.ts'
import { settleGroup } from './group.ts'
import { endTrigger } from './move.ts'
import { closeLots, openLots } from './put-lever.ts'
import { endEntry, putSpot } from './put-spot.ts'
import { dueOf, type Due, type TriggerRow } from './rows.ts'
import { sizesOf } from './sizes.ts'
import { mirrorStops, isMain } from './stops.ts'
import { sweepOn } from './tick.ts'
import { sizeOf } from './view.ts'

type Command = AsyncContext<object>['command']

/** True if a trigger may act now, and has something to act on and somebody to meet. Only reads. */
function mayPut(ctx: TriggerContext, row: TriggerRow | undefined, due: Due): row is TriggerRow {
  if (row === undefined || dueOf(row) !== due) return false
  const market = ctx.markets.ofPair(row.pair)
  if (!isPairOpen(ctx, market.pair)) return false
  if (due === 'rest') return sizeOf(ctx, row) >= 1
  const mark = markOf(ctx, row.pair)
  if (!mayFire(mark) || (due === 'entry' && !mark.rights.opens)) return false
  return row.status !== 'placed' || market.book().best('buy') !== null
}
/** Acts for a trigger that was reached. */
function put(ctx: TriggerContext, row: TriggerRow) {
  if (row.expiresAt !== null && row.expiresAt <= ctx.now()) return expireTrigger(ctx, String(row.id))
  if (row.product === 'spot') return putSpot(ctx, row)
  if (row.act !== 'close') return openLots(ctx, row)
  const position = ctx.tables.leverPositions.get(row.parent?.id ?? 0)
  if (position?.status !== 'trading') return void endTrigger(ctx, 'drop', row, { why: 'position' })
  closeLots(ctx, row, position)
  if (!isMain(row)) mirrorStops(ctx, position.id)
}
/** An entry that cannot be made ends with the reason, and with it what would have protected it. */
function refuse(ctx: TriggerContext, id: number, { reason }: Refusal) {
  const row = ctx.tables.triggers.get(id)
  if (row?.status !== 'triggered') return
  const group = row.group === null ? undefined : ctx.tables.triggerGroups.get(row.group)
  const before = group ? sizesOf(ctx, group) : new Map<number, number>()
  endTrigger(ctx, 'refuse', row, { refusal: reason })
  if (group?.entry?.id === row.id) endEntry(ctx, group.id)
  else if (group) settleGroup(ctx, group.id, before)
}

/** Runs the commands of all that are due in a class, in slices, so that others come in between. */
async function putAll(ctx: TriggerContext, command: Command, due: Due) {
  const { perSlice, perTick } = ctx.settings.trigger
  const ids = ctx.triggerQueues.first(due, perTick)
  for (let from = 0; from < ids.length; from += perSlice) {
    const slice = ids.slice(from, from + perSlice).filter((id) => mayPut(ctx, ctx.tables.triggers.get(id), due))
    const commands = slice.map((id) =>
      command(() => {
        ctx.failpoint('betweenTriggerAndPut')
        const row = ctx.tables.triggers.get(id)
        if (mayPut(ctx, row, due)) put(ctx, row)
      }).catch((thrown: unknown) => {
        if (!(thrown instanceof Refusal)) throw thrown
        // What protects is tried again at the next tick; an entry is over.
        return due === 'entry' ? command(() => refuse(ctx, id, thrown)) : undefined
      }),
    )
    await Promise.all(commands)
  }
}

/** What is due to protect, before liquidations: first what one command of the tick could not take note of. */
export async function protectAll(ctx: TriggerContext, command: Command) {
  const { perTick, perCommand } = ctx.settings.trigger
  // The rest comes with the next ticks: prices must not stand still for it.
  for (let left = perTick; left > 0 && ctx.tables.triggerSweeps.count() > 0; left -= perCommand)
    await command(() => sweepOn(ctx))
  await putAll(ctx, command, 'protective')
  await putAll(ctx, command, 'rest')
}
/** What is due to open, after liquidations. */
export const enterAll = (ctx: TriggerContext, command: Command) => putAll(ctx, command, 'entry')
