import {
  isMyTurn,
  isOtcOrderAhead,
  otc,
  type Ad,
  type Merchant,
  type OtcOrder,
  type OtcOrderWhy,
} from '#contract/otc/otc.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import { distinctUntilChanged, filter, map, type Observable } from 'rxjs'

/** The caller's open orders, as buyer and as seller. */
export const otcOrders = createOwnList<OtcOrder, 'incomplete'>({
  isAhead: isOtcOrderAhead,
  isOver: isOtcOrderOver,
  entityOf: (event) => (event.ev === 'otc.orderChanged' ? event.v : null),
  statuses: ['incomplete'],
  readPage: async (read, { status, page, limit }) => {
    const reply = await read(otc.orders, { filter: status, page, limit })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  },
})
/** One copy of an order, and what happened to it. */
export type OtcOrderNews = { readonly order: OtcOrder; readonly why: OtcOrderWhy | null }

/** The caller's own streams of OTC. */
export const otcFeedsOf = ({ own }: FeedDeps) => {
  const orders$ = own.live(otcOrders.live$)
  return {
    /** All open orders of the caller, newest first. */
    otcOrders$: orders$,
    /** How many orders wait for the caller. */
    otcTurns$: orders$.pipe(
      map(({ value }) => (value ?? []).filter(isMyTurn).length),
      distinctUntilChanged(),
    ),
    /** Each change of an order, with its reason. */
    otcOrderNews$: own.events$.pipe(
      map((event): OtcOrderNews | null =>
        event.ev === 'otc.orderChanged' ? { order: event.v, why: event.why ?? null } : null,
      ),
      filter((news) => news !== null),
    ),
    /** Each change of an ad of the caller. */
    otcAd$: own.events$.pipe(
      map((event): Ad | null => (event.ev === 'otc.adChanged' ? event.v : null)),
      filter((ad) => ad !== null),
    ),
    /** Each change of the caller's deposit and record. */
    otcMerchant$: own.events$.pipe(
      map((event): Merchant | null => (event.ev === 'otc.merchantChanged' ? event.v : null)),
      filter((merchant) => merchant !== null),
    ) satisfies Observable<Merchant>,
  }
}
