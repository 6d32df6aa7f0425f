import { logTypes } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import { shareOf } from '#contract/lever/lever-risk.ts'
import { moveLever, emitPosition } from './move.ts'
import { leverHold, type LeverRow } from './rows.ts'
import { deadline } from '#server/core/deadlines.ts'
import type { LeverContext } from './context.ts'

/** Due at the start of a platform day: open positions are charged for the night. */
export const leverNight = deadline('leverNight')
const dayMs = 86_400_000

/** Charges one night of one position, at most what is left of its margin. */
function chargeNight(ctx: LeverContext, row: LeverRow, day: number) {
  const { overnight } = ctx.tables.pairs.need(row.pair)
  const due = shareOf(row.price, row.number, parseDec(overnight))
  const cost = due < row.margin ? due : row.margin
  if (cost > 0n)
    ctx.ledger.spend(leverHold(row.id), cost, {
      type: logTypes.leverOvernight,
      postings: [{ owner: 'fee', asset: row.quote, kind: 'lever', free: cost }],
    })
  const charged = moveLever(ctx, 'overnight', row, {
    margin: row.margin - cost,
    nightMoney: row.nightMoney + cost,
    nightDay: day,
  })
  emitPosition(ctx, charged, 'overnight')
}

/** Sets the deadline of the next night, unless one is set. */
export const seedNights = ({ deadlines, now }: LeverContext) => {
  if (deadlines.has(leverNight)) return
  const day = Math.floor(now() / dayMs) + 1
  deadlines.set(leverNight, String(day), day * dayMs)
}
/**
 * Start of platform day `ref` (days since the epoch): charges each position opened before it for the night, once. Sets
 * the deadline of the next day, so that days on which the server was down are charged one by one.
 */
export const chargeNights = (ctx: LeverContext, ref: string) => {
  const day = Number(ref)
  const dayStart = day * dayMs
  for (const row of ctx.tables.leverPositions.all())
    if (row.status === 'trading' && row.openedAt !== null && row.openedAt < dayStart && row.nightDay < day)
      chargeNight(ctx, row, day)
  ctx.deadlines.set(leverNight, String(day + 1), (day + 1) * dayMs)
}
