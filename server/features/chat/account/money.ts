import { maxTopUp, type chatAccount } from '#contract/chat/chat-account.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, isDec, parseDec } from '#contract/wire/money.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { preparePin } from '#server/features/account/change-pin.ts'
import { allow, isAllowed } from '#server/features/chat/payments.ts'
import { checkPin } from '#server/identity/pins.ts'
import type { ChatAccountContext } from './context.ts'

const cell = { asset: baseCoin.id } as const
const typed = (amount: string | undefined) => {
  const units = amount === undefined || amount === '' ? 0n : parseDec(amount)
  if (units === 0n) throw new Refusal('amount_required')
  return units
}

/** Money of the community is the trust account. */
export const balance: Decide<typeof chatAccount.balance, ChatAccountContext> = ({ ledger }, { user }) => {
  const { free, seq } = ledger.balance({ ...cell, owner: user, kind: 'legal' })
  return { accountBalance: formatDec(free), seq }
}
/** Moves money from spot to trust; older clients have shown the fund password shortly before. */
export const topUp: Prepared<typeof chatAccount.topUp, ChatAccountContext> = {
  prepare: async (asyncCtx, caller, { amount, tradePwd }) => {
    const { user } = caller
    const check = ({ ledger }: ChatAccountContext) => {
      const units = typed(amount)
      if (units > parseDec(maxTopUp)) throw new Refusal('amount_above_max', { max: maxTopUp })
      if (ledger.balance({ ...cell, owner: user, kind: 'change' }).free < units)
        throw new Refusal('insufficient_balance')
      return units
    }
    const asked = check(asyncCtx.ctx)
    if ((tradePwd ?? '') !== '' || !isAllowed(asyncCtx.ctx, caller, asked)) await checkPin(asyncCtx, user, tradePwd)
    return (ctx) => {
      const units = check(ctx)
      const seq = ctx.ledger.post({
        type: logTypes.chatTopUp,
        ref: `chat-topup:${user}`,
        postings: [
          { ...cell, owner: user, kind: 'change', free: -units },
          { ...cell, owner: user, kind: 'legal', free: units },
        ],
      })
      return `T${seq}`
    }
  },
}
/** A packet is paid from trust, a top-up from spot. */
const isCovered = ({ ledger }: ChatAccountContext, user: number, units: bigint) =>
  (['legal', 'change'] as const).some((kind) => ledger.balance({ ...cell, owner: user, kind }).free >= units)
/**
 * Compares the fund password; the guess counts. Older clients name the sum of a packet here, which it then allows as
 * `authorisePayment` does.
 */
export const tradePin: Prepared<typeof chatAccount.checkPin, ChatAccountContext> = {
  prepare: async (asyncCtx, caller, { tradePwd, accountBalance }) => {
    await checkPin(asyncCtx, caller.user, tradePwd)
    return (ctx) => {
      const units = parseDec(isDec(accountBalance) ? accountBalance : '0')
      if (units > 0n && isCovered(ctx, caller.user, units)) allow(ctx, caller, units)
      return true
    }
  },
}
/** Allows this session one packet of at most that sum within two minutes (AT32). */
export const authorisePayment: Prepared<typeof chatAccount.authorisePayment, ChatAccountContext> = {
  prepare: async (asyncCtx, caller, { tradePwd, accountBalance }) => {
    const units = typed(accountBalance)
    if (!isCovered(asyncCtx.ctx, caller.user, units)) throw new Refusal('insufficient_balance')
    await checkPin(asyncCtx, caller.user, tradePwd)
    return (ctx) => {
      allow(ctx, caller, units)
      return true
    }
  },
}
export const changePin: Prepared<typeof chatAccount.changePin, ChatAccountContext> = {
  prepare: async (asyncCtx, caller, { tradePwd, oldTradePwd, code }) => {
    const change = await preparePin(asyncCtx, caller, oldTradePwd, tradePwd, undefined, code)
    return (ctx) => {
      change(ctx)
      return {}
    }
  },
}
