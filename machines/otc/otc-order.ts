import { isOtcOrderAhead, otcClockOf, otcOrder, type OtcOrder, type OtcOrderWhy } from '#contract/otc/otc-order.ts'
import { otcMay, type OtcAction, type OtcStatus } from '#contract/otc/otc-steps.ts'
import { followMachine, type Held } from '#machines/kit/follow.ts'

/** What a party adds to a step: pictures and words, or the fund password. */
export type OtcDetails = {
  readonly vouchers?: readonly string[]
  readonly problem?: string
  readonly pin?: string
  /** The buyer's part of an offered split; the number of the offer that is agreed to. */
  readonly toBuyer?: string
  readonly offerNo?: number
}
type OtcAct = { readonly action: OtcAction; readonly details: OtcDetails }
/** A step of a party: on which order, at which status it was seen, under which key. */
export type OtcChange = OtcAct & { readonly id: string; readonly expect: OtcStatus; readonly key: string }

const stateNames = {
  to_be_paid: 'toBePaid',
  to_be_confirmed: 'toBeConfirmed',
  seller_appealing: 'sellerAppealing',
  overtime_appealing: 'overtimeAppealing',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
} as const
/** One order as one of its parties sees it; deadlines are instants of the server. */
export const otcOrderMachine = followMachine<OtcOrder, OtcAct, OtcChange, (typeof stateNames)[OtcStatus], OtcOrderWhy>({
  id: 'otcOrder',
  schema: otcOrder,
  isAhead: (held, received) => received.id === held.id && isOtcOrderAhead(held, received),
  states: Object.values(stateNames),
  stateOf: ({ copy }) => stateNames[copy.status],
  may: (held, { action }) => mayNow(held).includes(action),
  changeOf: ({ id, status }, act, key) => ({ ...act, id, expect: status, key }),
  none: { id: '', expect: 'to_be_paid', action: 'pay', details: {}, key: '' },
})

/** What this party may do now, by the table that the server uses. */
export const mayNow = ({ copy, now }: Held<OtcOrder>): OtcAction[] =>
  otcMay(copy.my_role, otcClockOf(copy), Math.max(now ?? 0, copy.server_now_ms))
/** The seller has let the time to release pass: the buyer may appeal. */
export const isOverdue = (held: Held<OtcOrder>) =>
  held.copy.status === 'to_be_confirmed' &&
  held.copy.confirm_deadline_ms !== null &&
  Math.max(held.now ?? 0, held.copy.server_now_ms) >= held.copy.confirm_deadline_ms
/** The instant that this status waits for; null where none counts. */
export const deadlineOf = ({ status, pay_deadline_ms, confirm_deadline_ms }: OtcOrder) =>
  status === 'to_be_paid' ? pay_deadline_ms : status === 'to_be_confirmed' ? confirm_deadline_ms : null
/** Who or what ended an order, as its reader is told. */
export function endOf({
  status,
  my_role,
  cancel_reason,
  ruling,
  split,
}: OtcOrder): 'you' | 'them' | 'both' | 'time' | 'desk' | null {
  if (ruling !== null) return 'desk'
  if (split !== null) return 'both'
  if (status === 'confirmed') return my_role === 'seller' ? 'you' : 'them'
  if (status !== 'cancelled') return null
  if (cancel_reason === 'timeout') return 'time'
  if (cancel_reason === 'ruling') return 'desk'
  return my_role === 'buyer' ? 'you' : 'them'
}
