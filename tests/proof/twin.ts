import type { BookOrder, Placed } from '#server/features/market/book/book.ts'
import { createNaiveBook } from '#tests/support/naive-book.ts'
import type { Market } from '#server/features/market/market.ts'
import type { VenueContext } from '#server/features.ts'
import type { OnBreach } from './watch-ledger.ts'

const shown = 12
const told = (value: unknown) => JSON.stringify(value)

/**
 * Sets the naive book beside the one of a market: every call goes to both, every difference is a breach (M1, M3, M4,
 * M12, M13, M11).
 */
export function setTwin(market: Market, { tables }: Pick<VenueContext, 'tables'>, onBreach: OnBreach) {
  const { place, cancel, reduce, reload } = market
  const { market: name, id: pair } = market.pair
  let naive = createNaiveBook()
  let calls = 0
  const rebuild = () => {
    naive = createNaiveBook()
    const rows = tables.spotOrders.group('pair', pair).filter(({ status }) => status === 'waiting')
    for (const { id, user: owner, side, kind, price, amount, filled } of rows.toSorted((a, b) => a.id - b.id))
      naive.place({ id, owner, side, kind, price, amount: amount - filled })
  }
  const look = () => {
    calls += 1
    const book = market.book()
    const [bid, ask] = [book.best('buy'), book.best('sell')]
    if (bid !== null && ask !== null && bid >= ask) onBreach('M1', name)
    if (calls % 16 !== 0) return
    for (const side of ['buy', 'sell'] as const)
      if (told(book.depth(side, shown)) !== told(naive.depth(side, shown))) onBreach('M11', `${name} ${side}`)
  }
  const checkFills = ({ side, price, kind, total }: BookOrder, { fills }: Placed) => {
    for (const [at, fill] of fills.entries()) {
      if (fill.makerOwner === fill.takerOwner) onBreach('M12', name)
      const before = fills[at - 1]?.price ?? fill.price
      if (side === 'buy' ? fill.price < before : fill.price > before) onBreach('M4', name)
      if ((kind !== 'market' || total === undefined) && (side === 'buy' ? fill.price > price : fill.price < price))
        onBreach('M3', name)
    }
  }
  rebuild()
  market.place = (order) => {
    const placed = place(order)
    checkFills(order, placed)
    if (told(placed) !== told(naive.place(order))) onBreach('M13', `${name} order ${order.id}`)
    look()
    return placed
  }
  market.cancel = (id) => {
    const amount = cancel(id)
    if (amount !== naive.cancel(id)) onBreach('M13', `${name} cancel ${id}`)
    look()
    return amount
  }
  market.reduce = (id, amount) => {
    reduce(id, amount)
    naive.reduce(id, amount)
    look()
  }
  market.reload = () => {
    reload()
    rebuild()
    if (told(market.book().orders()) !== told(naive.orders())) onBreach('M13', `${name} reload`)
  }
}
