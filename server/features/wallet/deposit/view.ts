import type { DepositRow, Remittance, RemittanceAccount } from '#contract/wallet/deposit.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { fiatPrice } from '#server/features/assets/quote-price.ts'
import { maskAccount } from '#server/features/wallet/bank/methods.ts'
import type { HouseAccount } from '#server/features/wallet/bank/rows.ts'
import { fiatsOf } from '#server/features/market/fiats.ts'
import { linkOf } from '#server/identity/links.ts'
import type { Deposit, RemittanceRow } from './rows.ts'
import type { DepositContext } from './context.ts'

/** A deposit in wire form, for its owner. */
export const depositOf = (ctx: DepositContext, row: Deposit): DepositRow => {
  const imgs = row.files.map((file) => linkOf(ctx, file, row.user))
  return {
    id: row.id,
    uid: row.user,
    amount: row.amount,
    daozhang_num: row.credited,
    user_account: row.sender,
    status: row.status,
    currency_id: row.coin,
    name: ctx.tables.coins.get(row.coin)?.name ?? '',
    netType: row.network,
    address: row.address,
    fiat: row.fiat,
    fiat_amount: row.fiatAmount,
    img: imgs[0] ?? '',
    imgs,
    is_bank: row.fiat !== null,
    bank_name: row.bankName,
    bank_account: row.bankAccount === null ? null : maskAccount(row.bankAccount),
    remark: row.remark,
    ...(row.fiat === null && row.fee !== '0' && { sent: formatDec(parseDec(row.amount) + parseDec(row.fee)) }),
    ...(row.chain && { confirmations: row.chain.confirmations, needed: row.chain.needed }),
    created_at: timeOf(row.at),
    updated_at: timeOf(row.changedAt),
    rev: row.rev,
  }
}
export const remittanceOf = (ctx: DepositContext, row: RemittanceRow): Remittance => ({
  id: String(row.id),
  remit_no: row.no,
  account_id: row.account,
  fiat: row.fiat,
  amount: row.amount,
  price: row.price,
  result: row.result,
  fee: row.fee,
  payer_name: row.payer,
  imgs: row.files.map((file) => linkOf(ctx, file, row.user)),
  reference: row.reference,
  status: row.status,
  remark: row.remark,
  create_time: timeOf(row.at),
  update_time: timeOf(row.changedAt),
  rev: row.rev,
})
/** An account to pay to, with the price of now for display. */
export const accountOf = (ctx: Pick<DepositContext, 'settings'>, row: HouseAccount): RemittanceAccount => {
  const fiat = fiatsOf(ctx.settings.market).find(({ code }) => code === row.fiat)
  return {
    id: row.id,
    fiat: row.fiat,
    country: row.country,
    payee_name: row.payeeName,
    payee_address: row.payeeAddress,
    bank_name: row.bankName,
    bank_address: row.bankAddress,
    bank_account: row.account,
    iban: row.iban,
    swift_code: row.swift,
    routing_no: row.routing,
    min_amount: row.min,
    max_amount: row.max,
    fee_rate: row.feeRate,
    rate: fiat ? formatDec(fiatPrice(ctx, fiat, 'in')) : '0',
    note: row.note,
    hours: row.hours ?? null,
  }
}
/** What a person writes on a transfer, so that it is recognised: the same on each of theirs. */
export const referenceOf = (user: number) => `KT${user}`
