import { isTriggerOver } from '#contract/trigger/trigger.ts'
import { isMain, whenOf } from '#contract/trigger/trigger-terms.ts'
import { SCALE } from '#contract/wire/money.ts'
import { emitPosition, moveLever } from '#server/features/lever/move.ts'
import type { LeverRow } from '#server/features/lever/rows.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { armed, armTrigger } from './arm.ts'
import type { TriggerContext } from './context.ts'
import { blankRow } from './draft.ts'
import { addTrigger, endTrigger, moveTrigger, tellTrigger } from './move.ts'
import type { TriggerRow } from './rows.ts'
import { liveLegs } from './sizes.ts'

const ticksOf = ({ priceScale }: Pair, price: bigint) => Number(price / 10n ** BigInt(SCALE - priceScale))
const priceOf = ({ priceScale }: Pair, ticks: number) => BigInt(ticks) * 10n ** BigInt(SCALE - priceScale)
export const legsOf = ({ tables }: Pick<TriggerContext, 'tables'>, position: number) =>
  tables.triggers.group('position', position).filter((row) => !isTriggerOver(row))
const roles = ['stop', 'profit'] as const

/** The pair of stops of a position was set: its triggers follow. */
export function followStops(ctx: TriggerContext, position: LeverRow, isTold = true) {
  const { pair } = ctx.markets.ofPair(position.pair)
  for (const role of roles) {
    const price = ticksOf(pair, role === 'stop' ? position.stopLoss : position.takeProfit)
    const main = legsOf(ctx, position.id).find((row) => row.role === role && isMain(row))
    if (main && price === 0) endTrigger(ctx, 'cancel', main, { why: 'user' })
    else if (main && main.price !== price && main.status !== 'triggered')
      tellTrigger(ctx, moveTrigger(ctx, 'amend', main, { price, ...armed(ctx, main) }), 'amended')
    else if (!main && price > 0) {
      const row = addTrigger(ctx, mainRow(ctx, position, role, price))
      if (isTold) tellTrigger(ctx, row, 'placed')
    }
  }
}
function mainRow(ctx: TriggerContext, position: LeverRow, role: (typeof roles)[number], price: number): TriggerRow {
  const isPending = position.status === 'pending'
  const row: TriggerRow = {
    ...blankRow(ctx, position),
    product: 'lever',
    act: 'close',
    role,
    status: isPending ? 'dormant' : 'armed',
    parent: { kind: 'position', id: position.id },
    source: 'mark',
    when: whenOf('close', role, position.side),
    price,
    by: 'all',
  }
  // Only marks later than the setting count, as they have always done.
  return isPending ? row : { ...row, ...armed(ctx, row), armedAt: position.stopsAt }
}

/** A trigger of a whole position has come, changed or gone: the pair of stops that older clients know follows. */
export function mirrorStops(ctx: TriggerContext, id: number) {
  const position = ctx.tables.leverPositions.get(id)
  if (position?.status !== 'trading' && position?.status !== 'pending') return
  const { pair } = ctx.markets.ofPair(position.pair)
  const mains = legsOf(ctx, id).filter(isMain)
  const [stopLoss = 0n, takeProfit = 0n] = roles.map((role) =>
    priceOf(pair, mains.find((row) => row.role === role)?.price ?? 0),
  )
  if (stopLoss === position.stopLoss && takeProfit === position.takeProfit) return
  const step = position.status === 'pending' ? 'stopPending' : 'setStop'
  emitPosition(ctx, moveLever(ctx, step, position, { stopLoss, takeProfit, stopsAt: ctx.now() }), 'stop_set')
}

/** A position has begun, has other lots, or is over: what closes it is armed, tells its size, or ends with it. */
export function followPosition(ctx: TriggerContext, position: LeverRow) {
  const isLive = position.status === 'trading' || position.status === 'pending'
  for (const leg of legsOf(ctx, position.id)) {
    if (leg.id === ctx.triggerActing.id) continue
    if (!isLive && position.status !== 'closing')
      endTrigger(ctx, 'drop', leg, { why: position.reason === 'liquidated' ? 'liquidated' : 'position' })
    else if (position.status === 'trading' && leg.status === 'dormant') armTrigger(ctx, leg)
    else if (isLive && (leg.by === 'all' || leg.wanted > position.lots))
      tellTrigger(ctx, moveTrigger(ctx, 'resize', leg, {}), 'resized')
  }
}

/** Triggers of an account that would open a position. */
export const entriesIn = ({ tables }: Pick<TriggerContext, 'tables'>, user: number, quote: number) =>
  tables.triggers.group('entry', user).filter((row) => tables.pairs.need(row.pair).quote === quote)
/** The account needs what its entries hold. */
export function lapseEntries(ctx: TriggerContext, user: number, quote: number) {
  for (const row of entriesIn(ctx, user, quote)) {
    endTrigger(ctx, 'drop', row, { why: 'liquidated' })
    for (const leg of row.group === null ? [] : liveLegs(ctx, row.group))
      endTrigger(ctx, 'drop', leg, { why: 'parent' })
  }
}
