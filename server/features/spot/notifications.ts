import type { SpotOrder } from '#contract/spot/spot.ts'
import { parseDec } from '#contract/wire/money.ts'
import { notifyOn, type Told } from '#server/core/notify.ts'

const filled = ({ id, symbol, type, filled_amount, trade_price }: SpotOrder): Told => ({
  subject: 'spot_filled',
  ref: String(id),
  symbol,
  side: type,
  amount: filled_amount,
  coin: symbol.split('/')[0] ?? null,
  price: trade_price,
})

/**
 * One when an order has been filled, or when the market ended it. Parts of an order that still rests make none: there
 * may be very many.
 */
export const spotNotifications = [
  notifyOn('spot.orderChanged', ({ v }) => {
    // Its trigger tells, once for all that it has made.
    if (v.trigger_id !== undefined) return null
    if (v.status === 'completed') return filled(v)
    if (v.status !== 'cancelled' || v.cancel_reason === 'user') return null
    return parseDec(v.filled_amount) === 0n
      ? {
          subject: 'spot_unfilled',
          ref: String(v.id),
          symbol: v.symbol,
          side: v.type,
          ...(v.ended_why === 'expired' && { title: 'expired' }),
        }
      : filled(v)
  }),
]
