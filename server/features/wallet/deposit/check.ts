import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amountOf } from '#server/features/assets/quote-price.ts'
import type { HouseAccount } from '#server/features/wallet/bank/rows.ts'
import type { Coin, Network } from '#server/features/market/rows.ts'
import { fileOf } from '#server/identity/links.ts'
import type { DepositContext } from './context.ts'

/** What a deposit is credited with, and the fee in it: at least the network's least is sent, and more than the fee. */
export function depositAmount(coin: Coin, network: Network, typed: string | undefined) {
  const sent = amountOf(typed, coin.scale)
  const fee = parseDec(network.deposit?.fee ?? '0')
  if (sent < parseDec(network.depositMin)) throw new Refusal('amount_below_min', { min: network.depositMin })
  if (sent <= fee) throw new Refusal('amount_below_min', { min: formatDec(fee) })
  return { amount: formatDec(sent - fee), fee: formatDec(fee) }
}
/** Paths of the uploads that prove a payment: at least one, each the caller's own, each once. */
export function proofOf(ctx: DepositContext, user: number, imgs: readonly string[] | undefined): string[] {
  if (!imgs || imgs.length === 0) throw new Refusal('proof_required')
  return [...new Set(imgs.map((img) => fileOf(ctx, user, img).id))]
}
/** The open accounts to which people pay. */
export const openAccounts = ({ tables }: Pick<DepositContext, 'tables'>, kind: HouseAccount['kind']): HouseAccount[] =>
  [...tables.houseAccounts.all()]
    .filter((account) => account.kind === kind && account.isOpen)
    .toSorted((a, b) => a.sort - b.sort)
export function companyOf(ctx: Pick<DepositContext, 'tables'>): HouseAccount {
  const [account] = openAccounts(ctx, 'company')
  if (!account) throw new Refusal('bank_closed')
  return account
}
