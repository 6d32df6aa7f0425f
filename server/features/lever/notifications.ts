import type { CloseReason, Position } from '#contract/lever/lever-position.ts'
import { netOfPosition } from '#contract/pnl.ts'
import { compareDec } from '#contract/wire/money.ts'
import { notifyOn, type Told } from '#server/core/notify.ts'

/** What an owner closes is known to them. */
const subjects = {
  take_profit: 'lever_take_profit',
  stop_loss: 'lever_stop_loss',
  liquidated: 'lever_liquidated',
  user: null,
} as const satisfies Record<CloseReason, string | null>
const quoteOf = ({ symbol }: Position) => symbol.split('/')[1] ?? null

/** The price that was reached, where one was set: the result may differ from it. */
function triggerOf({ close_reason, target_profit_price, stop_loss_price }: Position): string | null {
  const price =
    close_reason === 'take_profit' ? target_profit_price : close_reason === 'stop_loss' ? stop_loss_price : '0'
  return compareDec(price, '0') > 0 ? price : null
}

/** One end has one result: it is told once it is final. */
function tellClosed(v: Position): Told | null {
  const subject = v.close_reason === null || v.settles_ms !== undefined ? null : subjects[v.close_reason]
  return subject === null
    ? null
    : {
        subject,
        ref: String(v.id),
        symbol: v.symbol,
        side: v.type,
        amount: netOfPosition(v),
        coin: quoteOf(v),
        price: v.close_price,
        title: triggerOf(v),
      }
}

/**
 * An entry that was waiting, a stop, a liquidation, an account that comes near one, and entries that were cancelled to
 * prevent one.
 */
export const leverNotifications = [
  notifyOn('lever.positionChanged', ({ v, why }) => {
    if (why === 'activated')
      return { subject: 'lever_entered', ref: String(v.id), symbol: v.symbol, side: v.type, price: v.price }
    return v.status === 'closed' ? tellClosed(v) : null
  }),
  notifyOn('lever.entriesCancelled', ({ v }) => ({
    subject: 'entries_cancelled',
    amount: v.released,
    coin: v.legal_name,
  })),
  notifyOn('lever.riskRose', ({ v }) => ({ subject: 'margin_risk', amount: v.hazard_rate, coin: v.legal_name })),
]
