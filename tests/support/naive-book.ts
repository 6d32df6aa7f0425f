import {
  type Book,
  type BookOrder,
  type BookSide,
  checkOrder,
  type Fill,
  type Placed,
} from '#server/features/market/book/book.ts'

type Resting = { order: BookOrder; left: number }

/**
 * The same book, slow and obviously correct: one list per side, best first, scanned from its head each time. Oracle for
 * `createBook` (M13).
 */
export function createNaiveBook(): Book {
  const queues: Record<BookSide, Resting[]> = { buy: [], sell: [] }
  let reported = new Map<string, { side: BookSide; price: number; amount: number }>()

  const isBetter = (side: BookSide, a: number, b: number) => (side === 'buy' ? a > b : a < b)
  const other = (side: BookSide): BookSide => (side === 'buy' ? 'sell' : 'buy')
  const queueOf = (side: BookSide): readonly Resting[] => queues[side]
  /** Inserts behind all orders with a better or the same price. */
  const join = (resting: Resting) => {
    const own = queues[resting.order.side]
    const at = own.findIndex(({ order }) => isBetter(order.side, resting.order.price, order.price))
    own.splice(at < 0 ? own.length : at, 0, resting)
  }
  const remove = (removed: Resting) => {
    queues[removed.order.side] = queues[removed.order.side].filter((resting) => resting !== removed)
  }
  const hasId = (id: number) => (resting: Resting) => resting.order.id === id
  const find = (id: number) => queues.buy.find(hasId(id)) ?? queues.sell.find(hasId(id))
  const withinLimit = (side: BookSide, price: number) =>
    queueOf(other(side)).filter(({ order }) => order.price === price || isBetter(other(side), order.price, price))
  const levelSum = (side: BookSide, price: number) =>
    queueOf(side)
      .filter(({ order }) => order.price === price)
      .reduce((sum, { left }) => sum + left, 0)

  function depth(side: BookSide, levels: number): [number, number][] {
    const prices = [...new Set(queueOf(side).map(({ order }) => order.price))]
    return prices.slice(0, levels).map((price) => [price, levelSum(side, price)])
  }
  const sums = () =>
    (['buy', 'sell'] as const).flatMap((side) =>
      depth(side, Infinity).map(([price, amount]) => ({ side, price, amount })),
    )

  function place(order: BookOrder): Placed {
    checkOrder(order)
    if (find(order.id)) throw new RangeError('an order with this id rests already')
    const { side, kind, price, total } = order
    const makers = withinLimit(side, price)
    if (kind === 'post_only' && makers.length > 0) {
      return { fills: [], rested: 0, left: order.amount, stopped: 'wouldTake' }
    }
    const fills: Fill[] = []
    const withdrawn: number[] = []
    const told = () => (withdrawn.length > 0 ? { withdrawn } : {})
    let left = order.amount
    let budget = total ?? 0n
    for (const maker of makers) {
      const target = total === undefined ? BigInt(left) : budget / BigInt(maker.order.price)
      if (target === 0n) return { fills, rested: 0, left, stopped: fills.length > 0 ? 'filled' : 'unfilled', ...told() }
      if (maker.order.owner === order.owner) {
        if (order.stp !== undefined) {
          withdrawn.push(maker.order.id)
          remove(maker)
        }
        if (order.stp === 'maker') continue
        return { fills, rested: 0, left, stopped: 'self', ...told() }
      }
      const amount = target < BigInt(maker.left) ? Number(target) : maker.left
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
      if (maker.left === 0) remove(maker)
    }
    const lastPrice = fills.at(-1)?.price ?? 0
    const isFilled = total === undefined ? left === 0 : budget < BigInt(lastPrice)
    if (isFilled) return { fills, rested: 0, left, stopped: 'filled', ...told() }
    const isSumSafe = Number.isSafeInteger(levelSum(side, price) + left)
    if ((kind !== 'limit' && kind !== 'post_only') || !isSumSafe)
      return { fills, rested: 0, left, stopped: 'unfilled', ...told() }
    join({ order, left })
    return { fills, rested: left, left: 0, stopped: 'rested', ...told() }
  }

  function cancel(id: number): number {
    const found = find(id)
    if (found) remove(found)
    return found?.left ?? 0
  }

  function changed() {
    const now = new Map(sums().map((level) => [`${level.side} ${level.price}`, level]))
    const removed = [...reported].filter(([key]) => !now.has(key)).map(([, level]) => ({ ...level, amount: 0 }))
    const moved = [...now].filter(([key, { amount }]) => reported.get(key)?.amount !== amount).map(([, level]) => level)
    reported = now
    const rank = (side: BookSide) => (side === 'buy' ? 0 : 1)
    return [...removed, ...moved].sort(
      (a, b) => rank(a.side) - rank(b.side) || (a.side === 'buy' ? b.price - a.price : a.price - b.price),
    )
  }

  function queue(id: number) {
    const found = find(id)
    if (found === undefined) return null
    const level = queueOf(found.order.side).filter(({ order }) => order.price === found.order.price)
    const at = level.indexOf(found)
    return { ahead: level.slice(0, at).reduce((sum, { left }) => sum + left, 0), place: at + 1 }
  }

  return {
    queue,
    place,
    cancel,
    changed,
    depth,
    reduce: (id, amount) => {
      const found = find(id)
      if (found === undefined || amount >= found.left) throw new RangeError('an order keeps some of what rests')
      found.left -= amount
    },
    best: (side) => queueOf(side)[0]?.order.price ?? null,
    size: () => queues.buy.length + queues.sell.length,
    orders: () =>
      [...queueOf('buy'), ...queueOf('sell')].map(({ order, left }) => ({
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
