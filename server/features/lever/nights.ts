import { logTypes } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import { shareOf } from '#contract/lever-risk.ts'
import { moveLever, emitPosition } from './settle.ts'
import { leverHold, type LeverRow } from './rows.ts'
import { deadline } from '#server/core/deadlines.ts'
import type { LeverContext } from './context.ts'

/** A platform day begins: open positions pay for the night. */
export const leverNight = deadline('leverNight')
const dayMs = 86_400_000

/** One night of one position, from what is left of its margin. */
function payNight(ctx: LeverContext, row: LeverRow, day: number) {
  const { overnight } = ctx.tables.pairs.need(row.pair)
  const asked = shareOf(row.price, row.number, parseDec(overnight))
  const cost = asked < row.margin ? asked : row.margin
  if (cost > 0n)
    ctx.ledger.spend(leverHold(row.id), cost, { type: logTypes.leverOvernight, postings: [{ owner: 'fee', asset: row.quote, kind: 'lever', free: cost }] })
  const paid = moveLever(ctx, 'overnight', row, { margin: row.margin - cost, nightMoney: row.nightMoney + cost, nightDay: day })
  emitPosition(ctx, paid, 'overnight')
}

/** Sets the deadline of the next night, unless one stands. */
export const seedNights = ({ deadlines, now }: LeverContext) => {
  if (deadlines.has(leverNight)) return
  const day = Math.floor(now() / dayMs) + 1
  deadlines.set(leverNight, String(day), day * dayMs)
}
/**
 * The platform day `ref` begins: what was open before pays for the night, once. The next day's deadline is set here, so that days
 * on which the venue slept are paid one by one.
 */
export const chargeNights = (ctx: LeverContext, ref: string) => {
  const day = Number(ref)
  const begins = day * dayMs
  for (const row of ctx.tables.leverPositions.all())
    if (row.status === 'trading' && row.openedAt !== null && row.openedAt < begins && row.nightDay < day) payNight(ctx, row, day)
  ctx.deadlines.set(leverNight, String(day + 1), (day + 1) * dayMs)
}
