import { freeOf, heldOf, type Cell } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'

/** One coin of an account, for display. All amounts are decimal texts; `worth` is in USDT. */
export type Holding = {
  readonly currency: number
  readonly name: string
  readonly logo: string
  readonly free: string
  readonly held: string
  readonly all: string
  /** Of one coin, in USDT: what the worth is made of. */
  readonly price: string
  readonly worth: string
}

/** The display order of the four accounts. */
export const accountOrder = ['change', 'micro', 'lever', 'legal'] as const satisfies readonly AccountKind[]

/** Amounts worth less than this many USDT are small. */
const smallUnits = parseDec('1')

export const holdingOf = (cell: Cell, kind: AccountKind): Holding => {
  const [free, held] = [freeOf(cell, kind), heldOf(cell, kind)]
  const units = parseDec(free) + parseDec(held)
  return {
    currency: cell.currency,
    name: cell.currency_name,
    logo: cell.currency_logo,
    free,
    held,
    all: formatDec(units),
    price: cell.usdt_price,
    worth: formatDec(mulDec(units, parseDec(cell.usdt_price))),
  }
}

const byWorth = (a: Holding, b: Holding) => {
  const difference = parseDec(b.worth) - parseDec(a.worth)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** The coins of an account by value, highest first; equal ones keep the server's order. */
export const holdingsOf = (cells: readonly Cell[], kind: AccountKind): readonly Holding[] =>
  cells.map((cell) => holdingOf(cell, kind)).toSorted(byWorth)

export const isSmall = ({ worth }: Holding) => parseDec(worth) < smallUnits

export const isZero = ({ all }: Holding) => parseDec(all) === 0n

type Wish = { readonly typed: string; readonly hideSmall: boolean; readonly hasZeros: boolean }
/** The coins after the search and the filters; a search finds all of them, also those without a balance. */
export const chosenOf = (holdings: readonly Holding[], { typed, hideSmall, hasZeros }: Wish) => {
  const wished = typed.trim().toLowerCase()
  if (wished !== '') return holdings.filter(({ name }) => name.toLowerCase().includes(wished))
  if (hideSmall) return holdings.filter((holding) => !isSmall(holding))
  return hasZeros ? holdings : holdings.filter((holding) => !isZero(holding))
}
