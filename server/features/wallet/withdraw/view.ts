import type { Address, WithdrawInfo, WithdrawRow } from '#contract/wallet/withdraw.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { networksOf } from '#server/features/market/view.ts'
import { countOf, limitOf, resetsAt } from './days.ts'
import type { AddressRow, Withdrawal } from './rows.ts'
import type { WithdrawContext } from './context.ts'

export const addressOf = ({ tables, now }: Pick<WithdrawContext, 'tables' | 'now'>, row: AddressRow): Address => ({
  id: row.id,
  user_id: row.user,
  currency: row.coin,
  currency_name: tables.coins.get(row.coin)?.name ?? '',
  address: row.address,
  notes: row.notes,
  netType: row.network,
  usable_ms: row.usableAt,
  server_now_ms: now(),
  create_time: timeOf(row.at),
})
export const withdrawalOf = ({ tables }: Pick<WithdrawContext, 'tables'>, row: Withdrawal): WithdrawRow => ({
  id: row.id,
  user_id: row.user,
  currency: row.coin,
  name: tables.coins.get(row.coin)?.name ?? '',
  netType: row.network,
  address: row.address,
  number: row.number,
  rate: row.fee,
  real_number: row.receipt,
  status: row.status,
  notes: row.notes,
  remark: row.remark,
  txid: row.txid,
  is_bank: row.fiat !== null,
  fiat: row.fiat,
  fiat_amount: row.fiatAmount,
  way: row.way,
  create_time: timeOf(row.at),
  update_time: timeOf(row.changedAt),
  rev: row.rev,
})
export function infoOf(ctx: WithdrawContext, user: number, coin: Coin): WithdrawInfo {
  const { perDay, creditedHours } = ctx.settings.withdraw
  const { limit, used, left } = limitOf(ctx, user)
  const free = (kind: 'legal' | 'change') => formatDec(ctx.ledger.balance({ owner: user, asset: coin.id, kind }).free)
  return {
    name: coin.name,
    rate: coin.rate,
    min_number: coin.minNumber,
    max_number: coin.maxNumber,
    legal_balance: free('legal'),
    change_balance: free('change'),
    networks: networksOf(coin),
    left_today: Math.max(0, perDay - countOf(ctx, user)),
    per_day: perDay,
    credited_hours: creditedHours,
    day_limit: formatDec(limit),
    day_used: formatDec(used),
    day_left: formatDec(left),
    resets_ms: resetsAt(ctx),
    server_now_ms: ctx.now(),
  }
}
