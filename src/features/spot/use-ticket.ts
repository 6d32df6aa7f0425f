import { isSpotOrderAhead, isSpotOrderOver, type SpotOrder } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { useFollowed } from '#src/actors/use-followed.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useLiveForm } from '#src/parts/form/money-form.ts'
import type { OrdersAt } from '#src/parts/chart/price-menu.tsx'
import { wordsOf } from '#src/parts/trade/order-words.ts'
import { useFirstPrice } from '#src/parts/trade/use-first-price.ts'
import { usePairPrice, type PairPrice } from '#src/parts/use-pair-price.ts'
import { toast } from '#src/stores/toasts.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Wished } from './orders-panel.tsx'
import { spotForm, useTicketLive, type Texts } from './ticket-form.tsx'
import type { PairRules } from './ticket-sums.ts'

/** The initial values that a link provides. */
export type Begin = {
  readonly side: string | undefined
  readonly price: string | undefined
  /** The price that a stop waits for. */
  readonly trigger: string | undefined
}

/** The ticket of one market, and what was placed by it. */
export function useTicket(pair: PairRules, market: string, begin: Begin) {
  const { feeds } = useServices()
  const about = { pair, market }
  const shown = useNumbers()
  const price = usePairPrice()
  const form = useLiveForm(spotForm, about, useTicketLive, {
    onDone: (order, isShown) => {
      if (!isShown && order !== null) tellVerdict(order, shown, price)
    },
  })
  // The sheet tells what the venue tells later, such as a fill.
  const placed = useFollowed(form.value, {
    live$: feeds.spotOrders$,
    ended$: feeds.spotHistory$,
    isAhead: isSpotOrderAhead,
  })
  const [wished, setWished] = useState<Wished | null>(null)
  const latest = useRef(form.fields.put)
  useEffect(() => {
    latest.current = form.fields.put
  })
  const put = useCallback((part: Partial<Texts>) => latest.current(part), [])
  /** The price of a stop that was begun elsewhere, until its form has taken it. */
  const [begun, setBegun] = useState<{ readonly price: string } | null>(null)
  const ordersAt = useMemo(
    () => ({
      limit: (level: string) => put({ price: level, kind: 'limit' }),
      stop: (level: string) => {
        put({ kind: 'stop' })
        setBegun({ price: level })
      },
    }),
    [put],
  )
  useBegin(begin, put, ordersAt)
  const { texts } = form
  const ownSide = texts.side === 'buy' ? 'bids' : 'asks'
  useFirstPrice(market, ownSide, texts.price, begin.price === undefined, (first) => put({ price: first }))
  return {
    form,
    market,
    book$: feeds.orderBook$(market),
    change: put,
    /** Applies a level that was tapped in the book. */
    pick: useCallback((level: string) => put({ price: level }), [put]),
    /** Takes a price of the chart. */
    ordersAt,
    begun,
    takeBegun: () => setBegun(null),
    placed,
    /** The shelf that shows what was placed, once it was asked for. */
    wished,
    viewOpen: () => setWished({ shelf: 'open' }),
    view: () => setWished({ shelf: placed === null || !isSpotOrderOver(placed) ? 'open' : 'history' }),
  }
}
export type TicketState = ReturnType<typeof useTicket>

/** The verdict on an order that was sent by one tap. */
const tellVerdict = (order: SpotOrder, shown: Numbers, price: PairPrice) => {
  const { key, params } = wordsOf(order, shown, price)
  toast(`spot:told.${order.type}.${key}`, params)
}

/** The side and price of a link are applied once per navigation. */
function useBegin(
  { side, price, trigger }: Begin,
  change: (part: Partial<Texts>) => void,
  { limit, stop }: Required<OrdersAt>,
) {
  useEffect(() => {
    if (side === 'buy' || side === 'sell') change({ side })
    if (isPrice(price)) limit(price)
    if (isPrice(trigger)) stop(trigger)
  }, [side, price, trigger, change, limit, stop])
}
const isPrice = (text: string | undefined): text is string => text !== undefined && /^\d+(\.\d+)?$/.test(text)
