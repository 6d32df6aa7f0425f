import { maxTopUp, type chatAccount } from '#contract/chat/chat-account.ts'
import { packetLimits } from '#contract/chat/chat-packet.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, isDec, parseDec } from '#contract/wire/money.ts'
import type { Caller, Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { preparePin } from '#server/features/account/change-pin.ts'
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
/** Moves money from spot to trust. */
export const topUp: Prepared<typeof chatAccount.topUp, ChatAccountContext> = {
  prepare: async (asyncCtx, { user }, { amount, tradePwd }) => {
    const check = ({ ledger }: ChatAccountContext) => {
      const units = typed(amount)
      if (units > parseDec(maxTopUp)) throw new Refusal('amount_above_max', { max: maxTopUp })
      if (ledger.balance({ ...cell, owner: user, kind: 'change' }).free < units)
        throw new Refusal('insufficient_balance')
      return units
    }
    check(asyncCtx.ctx)
    await checkPin(asyncCtx, user, tradePwd)
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
const isCovered = ({ ledger }: ChatAccountContext, user: number, units: bigint) =>
  ledger.balance({ ...cell, owner: user, kind: 'legal' }).free >= units
const allow = ({ chatPayments, now }: ChatAccountContext, { user, session }: Caller, units: bigint) => {
  for (const [key, { until }] of chatPayments) if (until <= now()) chatPayments.delete(key)
  chatPayments.set(`${user}|${session}`, { units, until: now() + packetLimits.authoriseMs })
}
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
