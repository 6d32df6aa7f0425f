import type { AccountKind, Cell } from '#contract/assets.ts'

/** What the caller has, by account; totals in USDT, free and held together. */
export type Balances = {
  readonly seq: number
  readonly cells: Readonly<Record<AccountKind, readonly Cell[]>>
  readonly totals: Readonly<Record<AccountKind, string>>
}
