import { type Book, type BookOrder, type BookSide, checkOrder, type Fill, type Placed } from './book.ts'

type Waiting = { order: BookOrder; left: number }

/** The book again, slow and obvious: one list a side, best first, walked from its head each time. The oracle of the fast one. */
export function createNaiveBook(): Book {
  const queues: Record<BookSide, Waiting[]> = { buy: [], sell: [] }
  let told = new Map<string, { side: BookSide; price: number; amount: number }>()

  const isBetter = (side: BookSide, a: number, b: number) => (side === 'buy' ? a > b : a < b)
  const other = (side: BookSide): BookSide => (side === 'buy' ? 'sell' : 'buy')
  const queue = (side: BookSide): readonly Waiting[] => queues[side]
  /** Behind all that is better or as good and came before. */
  const join = (one: Waiting) => {
    const own = queues[one.order.side]
    const at = own.findIndex(({ order }) => isBetter(order.side, one.order.price, order.price))
    own.splice(at < 0 ? own.length : at, 0, one)
  }
  const leave = (gone: Waiting) => {
    queues[gone.order.side] = queues[gone.order.side].filter((one) => one !== gone)
  }
  const named = (id: number) => (one: Waiting) => one.order.id === id
  const find = (id: number) => queues.buy.find(named(id)) ?? queues.sell.find(named(id))
  const withinLimit = (side: BookSide, price: number) =>
    queue(other(side)).filter(({ order }) => order.price === price || isBetter(other(side), order.price, price))
  const levelSum = (side: BookSide, price: number) =>
    queue(side).filter(({ order }) => order.price === price).reduce((sum, { left }) => sum + left, 0)

  function depth(side: BookSide, levels: number): [number, number][] {
    const prices = [...new Set(queue(side).map(({ order }) => order.price))]
    return prices.slice(0, levels).map((price) => [price, levelSum(side, price)])
  }
  const sums = () =>
    (['buy', 'sell'] as const).flatMap((side) =>
      depth(side, Infinity).map(([price, amount]) => ({ side, price, amount })),
    )

  function place(order: BookOrder): Placed {
    checkOrder(order)
    if (find(order.id)) throw new RangeError('an order of this id rests already')
    const { side, kind, price, total } = order
    const makers = withinLimit(side, price)
    if (kind === 'post_only' && makers.length > 0) {
      return { fills: [], rested: 0, left: order.amount, stopped: 'wouldTake' }
    }
    const fills: Fill[] = []
    let left = order.amount
    let budget = total ?? 0n
    for (const maker of makers) {
      const wanted = total === undefined ? BigInt(left) : budget / BigInt(maker.order.price)
      if (wanted === 0n) return { fills, rested: 0, left, stopped: fills.length > 0 ? 'filled' : 'unfilled' }
      if (maker.order.owner === order.owner) return { fills, rested: 0, left, stopped: 'self' }
      const amount = wanted < BigInt(maker.left) ? Number(wanted) : maker.left
      maker.left -= amount
      if (total === undefined) left -= amount
      else budget -= BigInt(maker.order.price) * BigInt(amount)
      fills.push({
        maker: maker.order.id,
        makerOwner: maker.order.owner,
        taker: order.id,
        takerOwner: order.owner,
        side,
        price: maker.order.price,
        amount,
        makerLeft: maker.left,
      })
      if (maker.left === 0) leave(maker)
    }
    const lastPrice = fills.at(-1)?.price ?? 0
    const isFilled = total === undefined ? left === 0 : budget < BigInt(lastPrice)
    if (isFilled) return { fills, rested: 0, left, stopped: 'filled' }
    const fits = Number.isSafeInteger(levelSum(side, price) + left)
    if ((kind !== 'limit' && kind !== 'post_only') || !fits) return { fills, rested: 0, left, stopped: 'unfilled' }
    join({ order, left })
    return { fills, rested: left, left: 0, stopped: 'rested' }
  }

  function cancel(id: number): number {
    const found = find(id)
    if (found) leave(found)
    return found?.left ?? 0
  }

  function changed() {
    const now = new Map(sums().map((level) => [`${level.side} ${level.price}`, level]))
    const gone = [...told].filter(([key]) => !now.has(key)).map(([, level]) => ({ ...level, amount: 0 }))
    const moved = [...now].filter(([key, { amount }]) => told.get(key)?.amount !== amount).map(([, level]) => level)
    told = now
    const rank = (side: BookSide) => (side === 'buy' ? 0 : 1)
    return [...gone, ...moved].sort(
      (a, b) => rank(a.side) - rank(b.side) || (a.side === 'buy' ? b.price - a.price : a.price - b.price),
    )
  }

  return {
    place,
    cancel,
    changed,
    depth,
    best: (side) => queue(side)[0]?.order.price ?? null,
    size: () => queues.buy.length + queues.sell.length,
    orders: () =>
      [...queue('buy'), ...queue('sell')].map(({ order, left }) => ({
        id: order.id,
        owner: order.owner,
        side: order.side,
        kind: order.kind,
        price: order.price,
        amount: left,
      })),
    canFill: (side, price) => withinLimit(side, price).length > 0,
  }
}
