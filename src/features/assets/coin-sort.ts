import { compareDec } from '#contract/wire/money.ts'
import { fieldsOf, flagOf, readStored, writeStored } from '#src/lib/storage.ts'
import type { Holding } from './holdings.ts'

const sortKeys = ['name', 'change', 'value'] as const
/** What the table of coins can be sorted by. */
export type SortKey = (typeof sortKeys)[number]
export type CoinSort = { readonly by: SortKey; readonly isUp: boolean }
/** The most valuable first, as without a choice. */
export const firstSort: CoinSort = { by: 'value', isUp: false }

const name = 'coinSort'
/** The order last chosen on this device. */
export const keptSort = (): CoinSort =>
  readStored(name, (raw): CoinSort | null => {
    const fields = fieldsOf(raw)
    const by = sortKeys.find((key) => key === fields?.['by'])
    const isUp = flagOf(fields?.['isUp'])
    return by === undefined || isUp === null ? null : { by, isUp }
  }) ?? firstSort
export const keepSort = (sort: CoinSort) => writeStored(name, sort)

/**
 * The order after a tap on a head: the other way round, or by something else: names from A, numbers from the greatest.
 */
export const turned = (sort: CoinSort, by: SortKey): CoinSort =>
  sort.by === by ? { by, isUp: !sort.isUp } : { by, isUp: by === 'name' }

/**
 * The coins in an order; equal ones keep theirs. `changeOf`: the change of a coin in 24 hours, or null: those come last
 * both ways.
 */
export function sortedBy(
  holdings: readonly Holding[],
  { by, isUp }: CoinSort,
  changeOf: (name: string) => string | null,
): readonly Holding[] {
  const way = isUp ? 1 : -1
  if (by === 'name') return holdings.toSorted((a, b) => way * (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  if (by === 'value') return holdings.toSorted((a, b) => way * compareDec(a.worth, b.worth))
  return holdings.toSorted((a, b) => {
    const [left, right] = [changeOf(a.name), changeOf(b.name)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return way * compareDec(left, right)
  })
}
