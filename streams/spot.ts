import { isSpotOrderAhead, isSpotOrderOver, spot, type SpotOrder } from '#contract/spot.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { Read } from '#streams/kit/poll.ts'

/** Orders by id, each with the count of events at which it was told; ended ones stay a while, so that no old list revives them. */
export type KeptOrders = {
  readonly orders: ReadonlyMap<number, { readonly order: SpotOrder; readonly toldAt: number }>
  readonly isWhole: boolean
}
export const noOrders: KeptOrders = { orders: new Map(), isWhole: false }

const maxEnded = 200
const isOpen = (order: SpotOrder) => !isSpotOrderOver(order)

/** One order as told: an older copy changes nothing, whichever road it came by. */
export function takeOrder(held: KeptOrders, order: SpotOrder, toldAt: number): KeptOrders {
  const known = held.orders.get(order.id)
  if (known && !isSpotOrderAhead(known.order, order)) return held
  return { ...held, orders: prune(new Map(held.orders).set(order.id, { order, toldAt })) }
}

/** All open orders, asked when `askedAt` events had been told: what it does not name has ended, unless told since. */
export function takeOpen(held: KeptOrders, open: readonly SpotOrder[], askedAt: number): KeptOrders {
  const named = new Set(open.map(({ id }) => id))
  const left = [...held.orders].filter(([id, { order, toldAt }]) => !isOpen(order) || named.has(id) || toldAt > askedAt)
  const kept: KeptOrders = { orders: new Map(left), isWhole: true }
  return open.reduce((all, order) => takeOrder(all, order, askedAt), kept)
}

/** Open orders, newest first; null before the first whole list. */
export const openOf = ({ orders, isWhole }: KeptOrders): readonly SpotOrder[] | null =>
  isWhole
    ? [...orders.values()].map(({ order }) => order).filter(isOpen).toSorted((a, b) => b.id - a.id)
    : null

function prune(orders: Map<number, { order: SpotOrder; toldAt: number }>) {
  const ended = [...orders].filter(([, { order }]) => !isOpen(order))
  for (const [id] of ended.slice(0, Math.max(0, ended.length - maxEnded))) orders.delete(id)
  return orders
}

const pageSize = 50
const maxPages = 20

/** Reads every open order, page by page; newest first, so an order placed meanwhile only repeats a row. */
export async function readOpen(read: Read): Promise<Reply<readonly SpotOrder[]>> {
  const all = new Map<number, SpotOrder>()
  for (let page = 1; page <= maxPages; page++) {
    const reply = await read(spot.list, { status: 'waiting', page, limit: pageSize })
    if (!reply.ok) return reply
    for (const order of reply.value) all.set(order.id, order)
    if (reply.value.length < pageSize) break
  }
  return { ok: true, value: [...all.values()] }
}
