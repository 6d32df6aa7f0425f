import { isAdOver } from '#contract/otc/otc-steps.ts'
import { otcFloatPrice } from '#contract/otc/otc-sums.ts'
import { mulDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { moveAd } from './ads.ts'
import { fiatOf, indexPriceOf } from './check-ad.ts'
import type { AdRow } from './rows.ts'
import type { OtcContext } from './context.ts'

/** Due when an ad whose price floats looks at the index. */
export const otcFloat = deadline('otcFloat')
const everyMs = 10_000
/** A smaller change of the price is left out: it would only send who is taking the ad back to look again. */
const leastChange = '0.0005'

/** Lets the price of an ad follow the index while it is on the shelf. What is taken keeps the price of its taking. */
export const followIndex = ({ deadlines, now }: OtcContext, { id, margin, status }: AdRow) => {
  if (margin !== '' && status === 'on_shelf') deadlines.set(otcFloat, String(id), now() + everyMs)
  else deadlines.clear(otcFloat, String(id))
}
export function floatAd(ctx: OtcContext, ref: string) {
  const row = ctx.tables.otcAds.get(Number(ref))
  if (!row || isAdOver(row) || row.margin === '') return
  const fiat = fiatOf(ctx, row.fiat)
  const price = otcFloatPrice(indexPriceOf(ctx, row.coin, fiat), row.margin, fiat.scale)
  const away = parseDec(price) - parseDec(row.price)
  // Without an index the price stays; nothing of this coin can be taken then.
  const isMoved = price !== '0' && (away < 0n ? -away : away) > mulDec(parseDec(row.price), parseDec(leastChange))
  followIndex(ctx, isMoved ? moveAd(ctx, 'reprice', row, { price }, 'repriced') : row)
}
