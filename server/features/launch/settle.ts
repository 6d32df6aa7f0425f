import {
  launchTransitions,
  mayLaunchTransition,
  type LaunchTransition,
  type LaunchWhy,
} from '#contract/launch/launch.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { needCoin } from './coin.ts'
import { launchHold, type LaunchOrderRow, type LaunchProductRow } from './rows.ts'
import { launchOrderOf, unlockAt } from './view.ts'
import type { LaunchContext } from './context.ts'

/**
 * Due when the demo reviews an order (it passes each one, at the desk), when a coin is launched, and when its lock-up
 * is over.
 */
export const launchReview = deadline('launchReview')
export const launchOnline = deadline('launchOnline')
export const launchUnlock = deadline('launchUnlock')
const kind = 'change'
const whys = { pass: 'passed', reject: 'rejected', launch: 'launched', unlock: 'completed' } as const satisfies Record<
  LaunchTransition,
  LaunchWhy
>

/** The only code that changes an order's stage. An illegal transition throws: it is a bug. */
function moveLaunch(
  ctx: LaunchContext,
  step: LaunchTransition,
  row: LaunchOrderRow,
  change: Partial<LaunchOrderRow> = {},
): LaunchOrderRow {
  if (!mayLaunchTransition(step, row.stage)) throw new Error(`subscription ${row.id}: ${step} from ${row.stage}`)
  const moved = ctx.tables.launchOrders.put({
    ...row,
    ...change,
    stage: launchTransitions[step].to,
    updatedAt: ctx.now(),
    rev: row.rev + 1,
  })
  ctx.emit(row.user, { ev: 'launch.changed', v: launchOrderOf(ctx, moved), why: whys[step] })
  return moved
}
/** Takes so many coins from what is left, or puts them back. */
export const allot = ({ tables }: LaunchContext, product: LaunchProductRow, coins: bigint) =>
  tables.launchProducts.put({ ...product, sold: formatDec(parseDec(product.sold) + coins) })

/**
 * Moves an order as far as the time allows: launched with its coin, and the coins handed over when the lock-up is over,
 * never before.
 */
function advance(ctx: LaunchContext, row: LaunchOrderRow): LaunchOrderRow {
  const product = ctx.tables.launchProducts.need(row.product)
  if (row.stage === 'subscribing' && product.coin !== null) return advance(ctx, moveLaunch(ctx, 'launch', row))
  if (row.stage !== 'redemption' || ctx.now() < unlockAt(row) || product.coin === null) return row
  const coins = parseDec(row.coins)
  ctx.ledger.post({
    type: logTypes.launchReceived,
    ref: launchHold(row.id),
    info: '',
    postings: [
      { owner: 'issuer', asset: product.coin, kind, free: -coins },
      { owner: row.user, asset: product.coin, kind, free: coins },
    ],
  })
  return moveLaunch(ctx, 'unlock', row)
}
const advanceAll = (ctx: LaunchContext, product: number) => {
  for (const row of ctx.tables.launchOrders.group('product', product)) advance(ctx, row)
}

/**
 * Decides an order under review, once: passing spends the money, rejecting returns it and puts the coins back on offer.
 */
export function decideLaunch(
  ctx: LaunchContext,
  row: LaunchOrderRow,
  step: 'pass' | 'reject',
  reason: string | null = null,
): LaunchOrderRow {
  ctx.deadlines.clear(launchReview, String(row.id))
  const decidedAt = ctx.now()
  if (step === 'pass') {
    const moved = moveLaunch(ctx, 'pass', row, { decidedAt })
    const amount = parseDec(row.amount)
    ctx.ledger.spend(launchHold(row.id), amount, {
      type: logTypes.launchPaid,
      info: '',
      postings: [{ owner: 'house', asset: row.pay, kind, free: amount }],
    })
    return advance(ctx, moved)
  }
  const moved = moveLaunch(ctx, 'reject', row, { reason, decidedAt })
  ctx.ledger.release(launchHold(row.id), logTypes.launchReturned)
  allot(ctx, ctx.tables.launchProducts.need(row.product), -parseDec(row.coins))
  return moved
}
/** The coin is launched: it becomes a coin of the venue, and what was passed is launched with it. */
export function launchCoin(ctx: LaunchContext, ref: string) {
  const product = ctx.tables.launchProducts.get(Number(ref))
  if (!product || product.coin !== null || ctx.now() < product.onlineAt) return
  ctx.tables.launchProducts.put({ ...product, coin: needCoin(ctx, product).id })
  ctx.deadlines.set(launchUnlock, ref, unlockAt(product))
  advanceAll(ctx, product.id)
}
export const unlockCoins = (ctx: LaunchContext, ref: string) => advanceAll(ctx, Number(ref))
