import { isPairOpen } from '#server/features/market/halt.ts'
import { isMain } from '#contract/trigger/trigger-terms.ts'
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
import { mirrorStops } from './stops.ts'
import { sweepOn } from './tick.ts'
import { sizeOf } from './view.ts'

type Command = AsyncContext<object>['command']

/** True if what is due in a market may act now, and has somebody to meet. Only reads. */
function mayAct(ctx: TriggerContext, due: Due, pair: number): boolean {
  const market = ctx.markets.ofPair(pair)
  if (!isPairOpen(ctx, market.pair)) return false
  if (due === 'rest') return true
  const mark = markOf(ctx, pair)
  if (!mayFire(mark) || (due === 'entry' && !mark.rights.opens)) return false
  return due !== 'working' || market.book().best('buy') !== null
}
/** True if a trigger is still due, may act and has something to act on. */
function mayPut(ctx: TriggerContext, row: TriggerRow | undefined, dues: readonly Due[]): row is TriggerRow {
  const due = row === undefined ? null : dueOf(row)
  if (row === undefined || due === null || !dues.includes(due) || !mayAct(ctx, due, row.pair)) return false
  return due !== 'rest' || sizeOf(ctx, row) >= 1
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

/** Says until when work may go on that has begun now. */
const within = (ms: number) => {
  const from = performance.now()
  return () => performance.now() - from < ms
}
/** Runs the commands of all that are due, in slices, so that others come in between and prices do not stand still. */
async function putAll(ctx: TriggerContext, command: Command, dues: readonly Due[]) {
  const { perSlice, perTick, sliceMs, tickMs } = ctx.settings.trigger
  const putOne = (id: number) =>
    command(() => {
      ctx.failpoint('betweenTriggerAndPut')
      const row = ctx.tables.triggers.get(id)
      if (mayPut(ctx, row, dues)) put(ctx, row)
    }).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
      // What protects is tried again at the next tick; an entry is over.
      return dues.includes('entry') ? command(() => refuse(ctx, id, thrown)) : undefined
    })
  const ids = ctx.triggerQueues.first(dues, perTick, (due, pair) => mayAct(ctx, due, pair)).values()
  const isTime = within(tickMs)
  for (let next = ids.next(); !next.done; next = isTime() ? next : { done: true, value: undefined }) {
    const commands: Promise<void>[] = []
    const isOn = within(sliceMs)
    for (; !next.done && commands.length < perSlice && (commands.length === 0 || isOn()); next = ids.next())
      if (mayPut(ctx, ctx.tables.triggers.get(next.value), dues)) commands.push(putOne(next.value))
    await Promise.all(commands)
  }
}

/** What is due to protect, before liquidations: first what one command of the tick could not take note of. */
export async function protectAll(ctx: TriggerContext, command: Command) {
  const { perTick, perCommand, tickMs } = ctx.settings.trigger
  const isTime = within(tickMs)
  // The rest comes with the next ticks: prices must not stand still for it.
  for (let left = perTick; left > 0 && isTime() && ctx.tables.triggerSweeps.count() > 0; left -= perCommand)
    await command(() => sweepOn(ctx))
  await putAll(ctx, command, ['protective', 'working'])
  await putAll(ctx, command, ['rest'])
}
/** What is due to open, after liquidations. */
export const enterAll = (ctx: TriggerContext, command: Command) => putAll(ctx, command, ['entry'])
