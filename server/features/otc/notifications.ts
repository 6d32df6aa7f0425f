import { boughtIn, type OtcOrder, type OtcOrderWhy } from '#contract/otc/otc-order.ts'
import type { NotificationSubject } from '#contract/wire/notification.ts'
import { notifyOn } from '#server/core/notify.ts'

/** What one party is told of a step; nothing of a step of their own. */
function subjectOf(
  { status, my_role, fee_payer, appeals, offers }: OtcOrder,
  why: OtcOrderWhy,
): NotificationSubject | null {
  const ended = status === 'confirmed' ? 'otc_done' : 'otc_cancelled'
  switch (why) {
    // The owner of the ad pays the fee; the other one took it.
    case 'taken':
      return my_role === fee_payer ? 'otc_taken' : null
    case 'paid':
      return my_role === 'seller' ? 'otc_turn' : null
    case 'deadline':
      return my_role === 'buyer' ? 'otc_turn' : null
    case 'offered':
      return offers.at(-1)?.by === my_role ? null : 'otc_turn'
    case 'appealed':
      return appeals.at(-1)?.by === my_role ? null : 'otc_appealed'
    case 'confirmed':
      return my_role === 'buyer' ? ended : null
    case 'cancelled':
      return my_role === 'seller' ? ended : null
    case 'timeout':
    case 'ruled':
    case 'agreed':
      return ended
    case 'undone':
    case 'vouchers':
    case 'statement':
    case 'outage':
    case 'rated':
      return null
  }
}

/** What the other party, the clock or the desk did to an order. */
export const otcNotifications = [
  notifyOn('otc.orderChanged', ({ v, why }) => {
    const subject = why === undefined ? null : subjectOf(v, why)
    if (subject === null) return null
    const { nickname } = v.my_role === 'buyer' ? v.seller : v.buyer
    return { subject, ref: v.id, side: v.side, amount: boughtIn(v), coin: v.currency_name, title: nickname }
  }),
]
