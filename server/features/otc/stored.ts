import { adTable, decodeAd, decodeOrder, orderTable, type AdRow, type OrderRow } from './rows.ts'
import type { AsyncOtcContext, OtcContext } from './context.ts'

// Ended rows are only in the store; a row that is still in memory is newer than its stored copy.

/** The number behind an id of the wire; 0, which nothing has, for any other text. */
const keyOf = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)

export async function readAd({ store }: Pick<AsyncOtcContext, 'store'>, id: string) {
  const body = await store.row(adTable, keyOf(id))
  return (ctx: OtcContext): AdRow | undefined =>
    ctx.tables.otcAds.get(keyOf(id)) ?? (body === null ? undefined : decodeAd(body))
}
export async function readOrder({ store }: Pick<AsyncOtcContext, 'store'>, id: string) {
  const body = await store.row(orderTable, keyOf(id))
  return (ctx: OtcContext): OrderRow | undefined =>
    ctx.tables.otcOrders.get(keyOf(id)) ?? (body === null ? undefined : decodeOrder(body))
}
