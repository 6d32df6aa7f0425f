import { freeOf, type Cell } from '#contract/assets/assets.ts'
import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Balances } from '#streams/assets/assets.ts'

/** A coin that exists in two accounts or more, as the server lists it; `wallet` has its balances. */
export type TransferCoin = {
  readonly id: number
  readonly name: string
  readonly is_legal: boolean
  readonly is_lever: boolean
  readonly is_match: boolean
  readonly is_micro: boolean
  readonly wallet: Cell
}
/** The content of the transfer form; `amount` as typed. */
export type Move = { readonly from: AccountKind; readonly to: AccountKind; readonly amount: string }

const flagOf = { legal: 'is_legal', change: 'is_match', lever: 'is_lever', micro: 'is_micro' } as const
export const hasAccount = (coin: TransferCoin, kind: AccountKind) => coin[flagOf[kind]]

/** The coins that both accounts support. */
export const coinsFor = (coins: readonly TransferCoin[], from: AccountKind, to: AccountKind) =>
  coins.filter((coin) => hasAccount(coin, from) && hasAccount(coin, to))

/** The accounts with at least one transferable coin, in display order. */
export const accountsIn = (coins: readonly TransferCoin[], order: readonly AccountKind[] = accountKinds) =>
  order.filter((kind) => coins.some((coin) => hasAccount(coin, kind)))

/** The available balance of an account: the last pushed one, else the one from the list. */
export const freeIn = (coin: TransferCoin, kind: AccountKind, balances: Balances | null): string => {
  const pushed = balances?.cells[kind].find(({ currency }) => currency === coin.id)
  return freeOf(pushed ?? coin.wallet, kind)
}

export type TransferProblem = 'amount_required' | 'insufficient_balance' | 'same_account' | 'account_unfit'

const unitsOf = (text: string) => (text === '' ? 0n : parseDec(text))

/** The first fault, or null. The server checks the same rules again. */
export const problemOf = (
  { from, to, amount }: Move,
  coin: TransferCoin | null,
  free: string,
): TransferProblem | null => {
  if (from === to) return 'same_account'
  if (coin === null || !hasAccount(coin, from) || !hasAccount(coin, to)) return 'account_unfit'
  if (unitsOf(amount) === 0n) return 'amount_required'
  return unitsOf(amount) > parseDec(free) ? 'insufficient_balance' : null
}

/** Both balances after the transfer; it has no fee. */
export const afterOf = (amount: string, from: string, to: string) => ({
  from: formatDec(parseDec(from) - unitsOf(amount)),
  to: formatDec(parseDec(to) + unitsOf(amount)),
})

/** The amount as a whole percentage of the balance, for the slider. */
export const shareOf = (amount: string, free: string): number => {
  const all = parseDec(free)
  return all === 0n ? 0 : Number(min((unitsOf(amount) * 100n) / all, 100n))
}
const min = (one: bigint, other: bigint) => (one < other ? one : other)
