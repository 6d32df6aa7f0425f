import { freeOf, type Cell } from '#contract/assets.ts'
import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Balances } from '#streams/assets.ts'

/** A coin that has two accounts or more, as the venue lists it; its `wallet` bears all its balances. */
export type TransferCoin = {
  readonly id: number
  readonly name: string
  readonly is_legal: boolean
  readonly is_lever: boolean
  readonly is_match: boolean
  readonly is_micro: boolean
  readonly wallet: Cell
}
/** What is to be moved, as it stands in the form; `amount` as typed. */
export type Move = { readonly from: AccountKind; readonly to: AccountKind; readonly amount: string }

const flagOf = { legal: 'is_legal', change: 'is_match', lever: 'is_lever', micro: 'is_micro' } as const
export const hasAccount = (coin: TransferCoin, kind: AccountKind) => coin[flagOf[kind]]

/** The coins that both accounts know. */
export const coinsFor = (coins: readonly TransferCoin[], from: AccountKind, to: AccountKind) =>
  coins.filter((coin) => hasAccount(coin, from) && hasAccount(coin, to))

/** The accounts that hold any coin that can be moved, in the order they are met. */
export const accountsIn = (coins: readonly TransferCoin[], order: readonly AccountKind[] = accountKinds) =>
  order.filter((kind) => coins.some((coin) => hasAccount(coin, kind)))

/** What is free in an account: as it was pushed last, else as the list said it. */
export const freeIn = (coin: TransferCoin, kind: AccountKind, balances: Balances | null): string => {
  const pushed = balances?.cells[kind].find(({ currency }) => currency === coin.id)
  return freeOf(pushed ?? coin.wallet, kind)
}

export type TransferProblem = 'amount_required' | 'insufficient_balance' | 'same_account' | 'account_unfit'

const unitsOf = (text: string) => (text === '' ? 0n : parseDec(text))

/** The first thing that stands in the way, or null. The venue judges the same again. */
export const problemOf = ({ from, to, amount }: Move, coin: TransferCoin | null, free: string): TransferProblem | null => {
  if (from === to) return 'same_account'
  if (coin === null || !hasAccount(coin, from) || !hasAccount(coin, to)) return 'account_unfit'
  if (unitsOf(amount) === 0n) return 'amount_required'
  return unitsOf(amount) > parseDec(free) ? 'insufficient_balance' : null
}

/** Both accounts once it is done: what leaves one arrives in the other, nothing is kept. */
export const afterOf = (amount: string, from: string, to: string) => ({
  from: formatDec(parseDec(from) - unitsOf(amount)),
  to: formatDec(parseDec(to) + unitsOf(amount)),
})

/** How much of the balance that is, in whole per cent, for the slider. */
export const shareOf = (amount: string, free: string): number => {
  const all = parseDec(free)
  return all === 0n ? 0 : Number(min((unitsOf(amount) * 100n) / all, 100n))
}
const min = (one: bigint, other: bigint) => (one < other ? one : other)
