import { mulDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { worthOf } from '#server/features/market/view.ts'
import type { Withdrawal } from './rows.ts'
import type { WithdrawContext } from './context.ts'

/** Due when the demo reviews a withdrawal; the desk decides then. */
export const withdrawReview = deadline('withdrawReview')

/** In the demo sets the deadline of its review; in production a withdrawal waits for the desk. */
export const startReview = ({ settings, deadlines, now }: WithdrawContext, { id }: Withdrawal) => {
  if (settings.demoReview) deadlines.set(withdrawReview, String(id), now() + settings.withdraw.reviewMs)
}
/**
 * Why the demo rejects: more than it passes, so that a newcomer can see both ends. Null passes, with a made-up
 * transaction (L12).
 */
export const withdrawFault = ({ settings, markets }: WithdrawContext, { coin, number }: Withdrawal) =>
  mulDec(parseDec(number), worthOf({ markets }, coin) ?? 0n) > parseDec(settings.withdraw.reviewMost)
    ? 'demo_limit'
    : null
