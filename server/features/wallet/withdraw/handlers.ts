import { bankCurrency } from '#contract/wallet/deposit.ts'
import type { withdraw } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import type { Caller, Handlers, Prepared } from '#server/core/context.ts'
import { betweenOf, pageOf } from '#server/core/pages.ts'
import { takeQuote } from '#server/features/assets/quotes.ts'
import { checkAuthenticator } from '#server/identity/authenticator.ts'
import { checkOwnCode, spendOwnCode } from '#server/identity/own.ts'
import { checkPin } from '#server/identity/pins.ts'
import { addAddress, bookOf, removeAddress } from './addresses.ts'
import { bankUse, checkBankWithdraw, checkWithdraw } from './check.ts'
import { openWithdrawal } from './settle.ts'
import { addressOf, infoOf, withdrawalOf } from './view.ts'
import { withdrawTable, type Withdrawal } from './rows.ts'
import type { AsyncWithdrawContext, WithdrawContext } from './context.ts'

const listLimit = 5

type Secrets = { pay_password?: string | undefined; code?: string | undefined; totp?: string | undefined }
/**
 * Checks the fund password, and the authenticator app or else the code, where one is asked for. Returns what spends
 * them.
 */
async function checkSecrets(asyncCtx: AsyncWithdrawContext, caller: Caller, { pay_password, code, totp }: Secrets) {
  await checkPin(asyncCtx, caller.user, pay_password)
  const isProven = await checkAuthenticator(asyncCtx, caller.user, totp || code)
  const needsCode = asyncCtx.ctx.settings.withdraw.needsCode && !isProven
  if (needsCode) await checkOwnCode(asyncCtx, caller, code)
  return (ctx: WithdrawContext) => {
    if (needsCode) spendOwnCode(ctx, caller)
  }
}

const submit: Prepared<typeof withdraw.submit, WithdrawContext> = {
  prepare: async (asyncCtx, caller, input) => {
    const { user } = caller
    checkWithdraw(asyncCtx.ctx, user, input)
    const spendSecrets = await checkSecrets(asyncCtx, caller, input)
    return (ctx) => {
      const application = checkWithdraw(ctx, user, input)
      spendSecrets(ctx)
      return withdrawalOf(ctx, openWithdrawal(ctx, application))
    }
  },
}
const submitBank: Prepared<typeof withdraw.submitBank, WithdrawContext> = {
  prepare: async (asyncCtx, caller, input) => {
    const { user } = caller
    checkBankWithdraw(asyncCtx.ctx, user, input)
    const spendSecrets = await checkSecrets(asyncCtx, caller, input)
    return (ctx) => {
      const application = checkBankWithdraw(ctx, user, input)
      takeQuote(ctx, user, input.quote_id, bankUse(input))
      spendSecrets(ctx)
      return withdrawalOf(ctx, openWithdrawal(ctx, application))
    }
  },
}

const rowIn = (body: string): Withdrawal => JSON.parse(body)
const list: Prepared<typeof withdraw.list, WithdrawContext> = {
  prepare: async ({ store }, { user }, { currency, status, from, to, page = 1, limit = listLimit }) => {
    const where = { user, ...(currency !== undefined && { coin: currency }), ...(status && { status }) }
    const { bodies, total } = await store.page({
      table: withdrawTable,
      where,
      ...betweenOf('at', from, to),
      limit,
      offset: (page - 1) * limit,
    })
    const rows = bodies.map(rowIn)
    return (ctx) =>
      pageOf(
        rows.map((row) => withdrawalOf(ctx, ctx.tables.withdrawals.get(row.id) ?? row)),
        { total, page, limit, path: 'charge_mention/log3' },
      )
  },
}

export const withdrawHandlers: Handlers<typeof withdraw, WithdrawContext> = {
  // To the bank what leaves is the coin that deposits by bank bring.
  info: (ctx, { user }, { currency }) =>
    infoOf(ctx, user, ctx.tables.coins.need(currency === bankCurrency ? baseCoin.id : currency)),
  addresses: (ctx, { user }, { currency }) => bookOf(ctx, user, currency).map((row) => addressOf(ctx, row)),
  addAddress,
  removeAddress,
  submit,
  submitBank,
  list,
}
