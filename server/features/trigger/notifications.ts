import type { Trigger } from '#contract/trigger/trigger.ts'
import { notifyOn, type Told } from '#server/core/notify.ts'

/** The side of the contract that a trigger opens or closes, by which its reader is led there; null on spot. */
function sideOf({ product, act, role, when }: Trigger): 'long' | 'short' | null {
  if (product === 'spot') return null
  if (act === 'open_long' || act === 'open_short') return act === 'open_long' ? 'long' : 'short'
  return (role === 'profit') === (when === 'above') ? 'long' : 'short'
}
const about = (v: Trigger) => ({ ref: String(v.id), symbol: v.symbol, side: sideOf(v) })
/** What a trigger has done; of the closing of a position the position tells. */
function tellDone(v: Trigger): Told | null {
  const { act, role, made, symbol } = v
  if (made === null || made.fill_price === null || act === 'close') return null
  const price = made.fill_price
  if (v.product === 'lever')
    return { subject: 'lever_entered', ...about(v), side: act === 'open_short' ? 'short' : 'long', price }
  const net = made.net === undefined ? {} : { net: made.net }
  const amounts = { amount: made.amount, coin: symbol.split('/')[0] ?? null, price, ...net }
  if (act === 'buy') return { subject: 'spot_filled', ...about(v), side: 'buy', ...amounts }
  return role === 'profit'
    ? { subject: 'trigger_target', ...about(v), ...amounts }
    : { subject: 'trigger_stop', ...about(v), ...amounts, title: waitedFor(v) }
}
/** The price that was waited for. */
const waitedFor = ({ trigger_price, trail }: Trigger) => trigger_price ?? trail?.trigger_now ?? null
const coinOf = ({ symbol }: Trigger) => symbol.split('/')[0] ?? null

/**
 * What a trigger has done, and how the venue has ended one. What ends with something else of its owner is told by that.
 */
export const triggerNotifications = [
  notifyOn('trigger.changed', ({ v, why }) => {
    if (why === 'waiting')
      return {
        subject: 'trigger_waits',
        ...about(v),
        amount: v.size.left,
        coin: coinOf(v),
        price: v.makes.price,
        title: waitedFor(v),
      }
    if (v.status === 'done') return tellDone(v)
    if (v.status === 'refused') return { subject: 'trigger_refused', ...about(v), price: v.fired?.price ?? null }
    if (v.status === 'expired')
      return { subject: 'trigger_expired', ...about(v), amount: v.made?.amount ?? null, coin: coinOf(v) }
    const isByVenue = v.why === 'gap' || v.why === 'too_small' || (v.why === 'liquidated' && v.act !== 'close')
    return v.status === 'cancelled' && isByVenue ? { subject: 'trigger_dropped', ...about(v) } : null
  }),
  notifyOn('trigger.deadManChanged', ({ v, why }) =>
    why === 'fired' ? { subject: 'dead_man', title: String(v.cancelled) } : null,
  ),
]
