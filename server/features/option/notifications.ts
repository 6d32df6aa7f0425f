import type { OptionOrder } from '#contract/option/option.ts'
import { netOfRound } from '#contract/pnl.ts'
import { notifyOn, type Told } from '#server/core/notify.ts'

const about = ({ id, symbol_name, type, currency_name }: OptionOrder): Omit<Told, 'subject'> => ({
  ref: String(id),
  symbol: symbol_name,
  side: type,
  coin: currency_name,
})
const subjects = { win: 'round_won', loss: 'round_lost', draw: 'round_even' } as const

/** The result of each stake, or its refund. */
export const optionNotifications = [
  notifyOn('option.settled', ({ v }) => ({
    ...about(v),
    subject: subjects[v.profit_result ?? 'draw'],
    amount: netOfRound(v),
  })),
  notifyOn('option.orderChanged', ({ v, why }) =>
    why === 'void' ? { ...about(v), subject: 'round_void', amount: v.number } : null,
  ),
]
