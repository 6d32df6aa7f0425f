import type { BookOrder } from '#server/features/market/book/book.ts'
import type { SpotContext } from './context.ts'
import type { SpotRow } from './rows.ts'

const bookOrderOf = ({ id, user, side, kind, price, amount, filled }: SpotRow): BookOrder => ({
  id,
  owner: user,
  side,
  kind,
  price,
  amount: amount - filled,
})

/** The open orders of one pair in the order in which they were placed, which is the order of their ids. */
export const openBookOrders = ({ tables }: Pick<SpotContext, 'tables'>, pair: number): BookOrder[] => {
  const open = tables.spotOrders.group('pair', pair).filter(({ status }) => status === 'waiting')
  return open.toSorted((a, b) => a.id - b.id).map(bookOrderOf)
}
