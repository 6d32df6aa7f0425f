import * as z from 'zod/mini'

export const otcStatus = z.enum([
  'to_be_paid',
  'to_be_confirmed',
  'confirmed',
  'cancelled',
  'seller_appealing',
  'overtime_appealing',
])
export type OtcStatus = z.output<typeof otcStatus>
export const otcRole = z.enum(['buyer', 'seller'])
export type OtcRole = z.output<typeof otcRole>
/**
 * What a party may do; `pay` covers paying and replacing the vouchers, `appeal` opening an appeal and adding a
 * statement. `offer` and `agree` are additions: an appeal may end by a split of the coins to which both agree.
 */
export const otcAction = z.enum(['pay', 'undo', 'cancelTradeOrder', 'confirm', 'appeal', 'offer', 'agree'])
export type OtcAction = z.output<typeof otcAction>

type Actor = OtcRole | 'clock' | 'desk'
type Step = {
  readonly by: readonly Actor[]
  readonly from: readonly OtcStatus[]
  /** `same` leaves the status as it is. */
  readonly to: OtcStatus | 'same'
  /** Legal only before this deadline of the order, or only from it on. */
  readonly before: 'pay' | 'late' | null
  readonly after: 'pay' | 'confirm' | null
  /** The name under which `may` lists the step; null for steps that no party takes. */
  readonly action: OtcAction | null
  /** Legal only as the answer to a split that the other party offers. */
  readonly isAnswer?: true
}

const appeals = ['seller_appealing', 'overtime_appealing'] as const
/**
 * Every change of an order: who takes the step, from which status, to which, and on which side of a deadline. The
 * server, its deadlines,
 * the client's machine and the buttons read this table (OTC-R1); a test checks every status × role × step.
 */
export const otcSteps = {
  pay: { by: ['buyer'], from: ['to_be_paid'], to: 'to_be_confirmed', before: 'pay', after: null, action: 'pay' },
  vouchers: { by: ['buyer'], from: ['to_be_confirmed'], to: 'same', before: null, after: null, action: 'pay' },
  undo: { by: ['buyer'], from: ['to_be_confirmed'], to: 'to_be_paid', before: 'pay', after: null, action: 'undo' },
  cancel: {
    by: ['buyer'],
    from: ['to_be_paid'],
    to: 'cancelled',
    before: 'pay',
    after: null,
    action: 'cancelTradeOrder',
  },
  timeout: { by: ['clock'], from: ['to_be_paid'], to: 'cancelled', before: null, after: 'pay', action: null },
  confirm: {
    by: ['seller'],
    from: ['to_be_confirmed', ...appeals],
    to: 'confirmed',
    before: null,
    after: null,
    action: 'confirm',
  },
  overdue: { by: ['clock'], from: ['to_be_confirmed'], to: 'same', before: null, after: 'confirm', action: null },
  appealAsSeller: {
    by: ['seller'],
    from: ['to_be_confirmed'],
    to: 'seller_appealing',
    before: null,
    after: null,
    action: 'appeal',
  },
  appealAsBuyer: {
    by: ['buyer'],
    from: ['to_be_confirmed'],
    to: 'overtime_appealing',
    before: null,
    after: 'confirm',
    action: 'appeal',
  },
  /** The time to pay is over, and the buyer says that the money was sent: the coins are set aside again. */
  appealLate: {
    by: ['buyer'],
    from: ['cancelled'],
    to: 'overtime_appealing',
    before: 'late',
    after: null,
    action: 'appeal',
  },
  statement: { by: ['buyer', 'seller'], from: appeals, to: 'same', before: null, after: null, action: 'appeal' },
  offer: { by: ['buyer', 'seller'], from: appeals, to: 'same', before: null, after: null, action: 'offer' },
  agree: {
    by: ['buyer', 'seller'],
    from: appeals,
    to: 'confirmed',
    before: null,
    after: null,
    action: 'agree',
    isAnswer: true,
  },
  ruleForBuyer: { by: ['desk'], from: appeals, to: 'confirmed', before: null, after: null, action: null },
  ruleForSeller: { by: ['desk'], from: appeals, to: 'cancelled', before: null, after: null, action: null },
  outage: {
    by: ['desk'],
    from: ['to_be_paid', 'to_be_confirmed'],
    to: 'same',
    before: null,
    after: null,
    action: null,
  },
} as const satisfies Record<string, Step>
export type OtcStep = keyof typeof otcSteps

const isStep = (name: string): name is OtcStep => Object.hasOwn(otcSteps, name)
export const otcStepNames = Object.keys(otcSteps).filter(isStep)

/** What the table needs to know of an order; `offerBy` made the split that stands, if one is offered. */
export type OtcClock = {
  readonly status: OtcStatus
  readonly payDeadlineMs: number
  readonly confirmDeadlineMs: number | null
  /** Until when a payment can be claimed after the time to pay; null for an order that did not end by it. */
  readonly lateUntilMs: number | null
  readonly offerBy: OtcRole | null
}

/** How long after the time to pay a buyer may still say that the money was sent. */
export const lateHours = 24
const deadlineOf = ({ payDeadlineMs, confirmDeadlineMs, lateUntilMs }: OtcClock, which: 'pay' | 'confirm' | 'late') =>
  which === 'pay' ? payDeadlineMs : which === 'confirm' ? confirmDeadlineMs : lateUntilMs
/** True if the order's status allows the step, whatever the time. */
export const isOtcStepFrom = (name: OtcStep, status: OtcStatus) => {
  const { from }: Step = otcSteps[name]
  return from.includes(status)
}
/**
 * False if the step comes too late or too early: it is legal iff it is committed before, or not before, its deadline
 * (OTC-R2).
 */
export const isOtcStepInTime = (name: OtcStep, order: OtcClock, now: number) => {
  const { before, after }: Step = otcSteps[name]
  const until = before === null ? null : deadlineOf(order, before)
  const from = after === null ? null : deadlineOf(order, after)
  return (before === null || (until !== null && now < until)) && (after === null || (from !== null && now >= from))
}
/** False for an answer to nothing, or to one's own offer. */
export const isOtcStepAnswering = (name: OtcStep, by: Actor, { offerBy }: Pick<OtcClock, 'offerBy'>) => {
  const { isAnswer }: Step = otcSteps[name]
  return isAnswer !== true || (offerBy !== null && offerBy !== by)
}
/** True if somebody of this kind may take the step now. */
export const mayOtcStep = (name: OtcStep, by: Actor, order: OtcClock, now: number) => {
  const step: Step = otcSteps[name]
  return (
    step.by.includes(by) &&
    isOtcStepFrom(name, order.status) &&
    isOtcStepInTime(name, order, now) &&
    isOtcStepAnswering(name, by, order)
  )
}
/** What a party may do now: the content of `may`. */
export const otcMay = (role: OtcRole, order: OtcClock, now: number): OtcAction[] => {
  const actions = otcStepNames.filter((name) => mayOtcStep(name, role, order, now)).map((name) => otcSteps[name].action)
  return otcAction.options.filter((action) => actions.includes(action))
}
/** The step that a party's action means in this status; null if it means none there. */
export const otcStepOf = (role: OtcRole, action: OtcAction, status: OtcStatus): OtcStep | null =>
  otcStepNames.find((name) => {
    const step: Step = otcSteps[name]
    return step.action === action && step.by.includes(role) && step.from.includes(status)
  }) ?? null

/** The filter that a status belongs to. */
export const otcFilter = z.enum(['incomplete', 'completed', 'cancelled'])
export type OtcFilter = z.output<typeof otcFilter>
export const otcFilterOf = (status: OtcStatus): OtcFilter =>
  status === 'confirmed' ? 'completed' : status === 'cancelled' ? 'cancelled' : 'incomplete'
export const isOtcOrderOver = ({ status }: { readonly status: OtcStatus }) => otcFilterOf(status) !== 'incomplete'

export const adStatus = z.enum(['on_shelf', 'off_shelf', 'sold_out', 'taken_back'])
export type AdStatus = z.output<typeof adStatus>
/** The legal changes of an advertisement's status; `sellOut` happens when nothing is left and no order is open. */
export const adTransitions = {
  edit: { from: ['on_shelf', 'off_shelf'], to: 'same', by: 'owner' },
  putOn: { from: ['on_shelf', 'off_shelf'], to: 'on_shelf', by: 'owner' },
  putOff: { from: ['on_shelf', 'off_shelf'], to: 'off_shelf', by: 'owner' },
  takeBack: { from: ['on_shelf', 'off_shelf'], to: 'taken_back', by: 'owner' },
  /** The price of an ad that floats follows the index. */
  reprice: { from: ['on_shelf', 'off_shelf'], to: 'same', by: 'market' },
  /** Surplus moves into an order or back. */
  lock: { from: ['on_shelf'], to: 'same', by: 'market' },
  settle: { from: ['on_shelf', 'off_shelf', 'taken_back'], to: 'same', by: 'market' },
  /** The part of an order that ended by the clock, and is disputed after all. */
  relock: { from: ['on_shelf', 'off_shelf', 'taken_back'], to: 'same', by: 'market' },
  sellOut: { from: ['on_shelf', 'off_shelf'], to: 'sold_out', by: 'market' },
} as const satisfies Record<string, { from: readonly AdStatus[]; to: AdStatus | 'same'; by: 'owner' | 'market' }>
export type AdTransition = keyof typeof adTransitions
export const mayAdTransition = (step: AdTransition, status: AdStatus) => {
  const { from }: { readonly from: readonly AdStatus[] } = adTransitions[step]
  return from.includes(status)
}
export const isAdOver = ({ status }: { readonly status: AdStatus }) => status === 'sold_out' || status === 'taken_back'
