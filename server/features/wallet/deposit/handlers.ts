import { bankCurrency, type deposit } from '#contract/wallet/deposit.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Handlers, Prepared } from '#server/core/context.ts'
import { betweenOf, pageOf } from '#server/core/pages.ts'
import { Refusal } from '#server/core/refusal.ts'
import { takeQuote } from '#server/features/assets/quotes.ts'
import { checkHasMethod, methodsOf } from '#server/features/wallet/bank/methods.ts'
import { payWays } from '#contract/wallet/bank.ts'
import { companyOf, depositAmount, openAccounts, proofOf } from './check.ts'
import { addressesOf, giveAddresses, networkOf, networkView, openNetworks, placeOn } from './ways.ts'
import { startDepositReview, startRemittanceReview } from './review.ts'
import { putDeposit, putRemittance } from './settle.ts'
import { watch } from './watch.ts'
import { accountOf, depositOf, referenceOf, remittanceOf } from './view.ts'
import { depositTable, remittanceTable, type Deposit, type RemittanceRow } from './rows.ts'
import type { DepositContext } from './context.ts'

const listLimit = 5
const blank = { credited: '0', remark: null, status: 'processing', rev: 0 } as const

const charge: Decide<typeof deposit.charge, DepositContext> = (
  ctx,
  { user },
  { currency, amount: typed, account = '', netType, nettype, imgs },
) => {
  const coin = ctx.tables.coins.need(currency)
  // Clients for which no codes are asked do not name a network: they show one address.
  const [first] = ctx.settings.identity.verification === '0' ? openNetworks(ctx, coin) : []
  const network = networkOf(ctx, coin, netType ?? nettype ?? first?.name)
  const place = placeOn(ctx, user, coin, network)
  if (place === null) throw new Refusal('network_unknown')
  const { amount, fee } = depositAmount(coin, network, typed)
  const row = putDeposit(
    ctx,
    {
      ...blank,
      id: ctx.tables.deposits.nextId(),
      user,
      coin: coin.id,
      amount,
      sender: account,
      network: network.name,
      address: place.memo === null ? place.address : `${place.address} · ${place.memo}`,
      files: proofOf(ctx, user, imgs),
      fiat: null,
      fiatAmount: null,
      fee,
      bankName: null,
      bankAccount: null,
      at: ctx.now(),
      changedAt: ctx.now(),
    },
    'asked',
  )
  startDepositReview(ctx, row)
  return depositOf(ctx, row)
}
/**
 * A deposit of fiat by bank: the quote fixes what will be credited. The sender is the bound card unless the call says
 * otherwise.
 */
const chargeBank: Decide<typeof deposit.chargeBank, DepositContext> = (ctx, { user }, input) => {
  companyOf(ctx)
  checkHasMethod(ctx, user, input.way === undefined ? payWays : [input.way])
  if (!input.amount || /^[0.]*$/.test(input.amount)) throw new Refusal('amount_required')
  const files = proofOf(ctx, user, input.imgs)
  const held = methodsOf(ctx, user)
  const quote = takeQuote(ctx, user, input.quote_id, {
    kind: 'bank_in',
    from: input.fiat,
    to: input.currency,
    num: input.amount,
  })
  const row = putDeposit(
    ctx,
    {
      ...blank,
      id: ctx.tables.deposits.nextId(),
      user,
      coin: baseCoin.id,
      amount: quote.result,
      fee: quote.fee,
      files,
      sender: input.real_name || held?.real_name || '',
      network: null,
      address: null,
      fiat: input.fiat,
      fiatAmount: quote.num,
      bankName: input.bank_name || held?.bank_name || null,
      bankAccount: input.bank_account || held?.bank_account || null,
      at: ctx.now(),
      changedAt: ctx.now(),
    },
    'asked',
  )
  startDepositReview(ctx, row)
  return depositOf(ctx, row)
}
const remit: Decide<typeof deposit.remit, DepositContext> = (
  ctx,
  { user },
  { account_id, amount, quote_id, payer_name, imgs, remark },
) => {
  const account = ctx.tables.houseAccounts.get(account_id)
  if (account?.kind !== 'remittance') throw new Refusal('not_found')
  if (!account.isOpen) throw new Refusal('bank_closed')
  if (!amount || /^[0.]*$/.test(amount)) throw new Refusal('amount_required')
  if (!payer_name) throw new Refusal('real_name_required')
  const files = proofOf(ctx, user, imgs)
  const quote = takeQuote(ctx, user, quote_id, {
    kind: 'remittance',
    from: account.fiat,
    to: baseCoin.id,
    num: amount,
    account: account_id,
  })
  const id = ctx.tables.remittances.nextId()
  const at = ctx.now()
  const row = putRemittance(
    ctx,
    {
      id,
      user,
      no: `R${timeOf(at).slice(0, 10).replaceAll('-', '')}${String(id).padStart(6, '0')}`,
      account: account_id,
      fiat: account.fiat,
      amount: quote.num,
      price: quote.price,
      result: quote.result,
      fee: quote.fee,
      payer: payer_name,
      reference: referenceOf(user),
      note: remark || null,
      files,
      status: 'processing',
      remark: null,
      at,
      changedAt: at,
      rev: 0,
    },
    'asked',
  )
  startRemittanceReview(ctx, row)
  return remittanceOf(ctx, row)
}

const depositIn = (body: string): Deposit => JSON.parse(body)
const remittanceIn = (body: string): RemittanceRow => JSON.parse(body)
const list: Prepared<typeof deposit.list, DepositContext> = {
  prepare: async ({ store }, { user }, { currency, status, from, to, page = 1, limit = listLimit }) => {
    const where = { user, ...(currency !== undefined && { coin: currency }), ...(status && { status }) }
    const { bodies, total } = await store.page({
      table: depositTable,
      where,
      ...betweenOf('at', from, to),
      limit,
      offset: (page - 1) * limit,
    })
    const rows = bodies.map(depositIn)
    return (ctx) =>
      pageOf(
        rows.map((row) => depositOf(ctx, ctx.tables.deposits.get(row.id) ?? row)),
        { total, page, limit, path: 'charge_mention/log2' },
      )
  },
}
const remittances: Prepared<typeof deposit.remittances, DepositContext> = {
  prepare: async ({ store }, { user }, { status, from, to, page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: remittanceTable,
      where: { user, ...(status && { status }) },
      ...betweenOf('at', from, to),
      limit,
      offset: (page - 1) * limit,
    })
    const rows = bodies.map(remittanceIn)
    return (ctx) => ({
      list: rows.map((row) => remittanceOf(ctx, ctx.tables.remittances.get(row.id) ?? row)),
      count: total,
      page,
      limit,
    })
  },
}

const addresses: Prepared<typeof deposit.addresses, DepositContext> = {
  prepare: async (asyncCtx, { user }, { currency }) => {
    if (currency !== bankCurrency) {
      const coin = asyncCtx.ctx.tables.coins.need(currency)
      await giveAddresses(asyncCtx, user, coin, openNetworks(asyncCtx.ctx, coin))
    }
    return (ctx) => {
      if (currency !== bankCurrency) return addressesOf(ctx, user, ctx.tables.coins.need(currency))
      const { bankName, account, payeeName } = companyOf(ctx)
      return { bkname: bankName, bkcardnumer: account, cardname: payeeName }
    }
  },
}
const networks: Prepared<typeof deposit.networks, DepositContext> = {
  prepare: async (asyncCtx, { user }, { currency, network }) => {
    if (currency !== undefined && network) {
      const coin = asyncCtx.ctx.tables.coins.need(currency)
      await giveAddresses(asyncCtx, user, coin, [networkOf(asyncCtx.ctx, coin, network)])
    }
    return (ctx) => {
      const coins = currency === undefined ? [...ctx.tables.coins.all()] : [ctx.tables.coins.need(currency)]
      return {
        list: coins.flatMap((coin) => openNetworks(ctx, coin).map((each) => networkView(ctx, user, coin, each))),
        has_company: openAccounts(ctx, 'company').length > 0,
        has_remittance: openAccounts(ctx, 'remittance').length > 0,
      }
    }
  },
}

export const depositHandlers: Handlers<typeof deposit, DepositContext> = {
  addresses,
  networks,
  watch,
  charge,
  chargeBank,
  list,
  remit,
  remittances,
  remittanceAccounts: (ctx, { user }, { fiat }) => ({
    list: openAccounts(ctx, 'remittance')
      .filter((account) => !fiat || account.fiat === fiat)
      .map((account) => accountOf(ctx, account)),
    reference: referenceOf(user),
    server_now_ms: ctx.now(),
  }),
}
