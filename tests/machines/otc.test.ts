import type { Reply } from '#contract/wire/reply.ts'
import type { Ad, OtcOrder, OtcOrderWhy } from '#contract/otc/otc-order.ts'
import { otcAction, otcMay, otcRole, otcStatus, adStatus, mayAdTransition } from '#contract/otc/otc-steps.ts'
import type { News } from '#machines/kit/follow.ts'
import { mayAdAct, otcAdvertMachine, type AdChange } from '#machines/otc/otc-advert.ts'
import { deadlineOf, endOf, mayNow, otcOrderMachine, type OtcChange } from '#machines/otc/otc-order.ts'
import type { OutcomeReceived } from '#machines/kit/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss } from '#tests/support/builders/failure.ts'
import { anAd, anOtcOrder, onWire } from '#tests/support/otc/otc-builders.ts'
import { leaves } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const start = (order: OtcOrder, answer: (change: OtcChange) => Promise<Reply<OtcOrder | null>> = () => never) => {
  const told$ = new Subject<News<OtcOrder, OtcOrderWhy>>()
  const outcome$ = new Subject<OutcomeReceived<OtcOrder>>()
  const sent: OtcChange[] = []
  const logic = otcOrderMachine.provide({
    actors: {
      watch: fromEventObservable<News<OtcOrder, OtcOrderWhy>, { copy: OtcOrder }>(() => told$),
      step: aStep<OtcChange, OtcOrder>(
        (change) => (sent.push(change), answer(change)),
        () => outcome$,
      ),
    },
  })
  const actor = createActor(logic, { input: { copy: order } }).start()
  return { actor, told$, outcome$, sent }
}
const act = (action: OtcChange['action']) =>
  ({ type: 'act', act: { action, details: {} }, key: `k-${action}` }) as const
const stateNames = {
  to_be_paid: 'toBePaid',
  to_be_confirmed: 'toBeConfirmed',
  seller_appealing: 'sellerAppealing',
  overtime_appealing: 'overtimeAppealing',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
} as const

test('OTC-10 an order waits for the payment, then for the release, and else for no instant', () => {
  const order = anOtcOrder({ pay_deadline_ms: 1, confirm_deadline_ms: 2 })
  expect(
    otcStatus.options.map((status) => [status, deadlineOf({ ...order, status })]).filter(([, at]) => at !== null),
  ).toEqual([
    ['to_be_paid', 1],
    ['to_be_confirmed', 2],
  ])
})
test.each(otcStatus.options)(
  'OTC-10 E11 in %s the machine takes exactly the steps of the table, for both roles and on both sides of each deadline',
  (status) => {
    for (const role of otcRole.options)
      for (const isLate of [false, true]) {
        const order = anOtcOrder({
          status,
          my_role: role,
          confirm_deadline_ms: status === 'to_be_confirmed' ? 3_000_000 : null,
          late_until_ms: status === 'cancelled' ? 3_000_000 : null,
        })
        const now = isLate ? 4_000_000 : 1_100_000
        const { actor, told$ } = start(order)
        told$.next({ type: 'clock.ticked', now })
        const clock = {
          status,
          payDeadlineMs: order.pay_deadline_ms,
          confirmDeadlineMs: order.confirm_deadline_ms,
          lateUntilMs: order.late_until_ms,
          offerBy: null,
        }
        expect(otcAction.options.filter((action) => actor.getSnapshot().can(act(action)))).toEqual(
          otcMay(role, clock, now),
        )
        expect(mayNow(actor.getSnapshot().context)).toEqual(otcMay(role, clock, now))
        expect(actor.getSnapshot().matches({ life: stateNames[status] })).toBe(true)
      }
  },
)
test('OTC-10 every state of an order is one of the wire, or a place of the hand', () => {
  expect(leaves(otcOrderMachine).toSorted()).toEqual(
    [
      ...Object.values(stateNames).map((name) => `life.${name}`),
      'life.deciding',
      'hand.watching',
      'hand.stepping.sending',
      'hand.stepping.unknown',
    ].toSorted(),
  )
})
test('OTC-11 an order goes forward by rev, also back from paid; an older copy and another order change nothing', () => {
  const { actor, told$ } = start(anOtcOrder({ status: 'to_be_confirmed', rev: 2 }))
  const copy = (some: Partial<OtcOrder>, why: OtcOrderWhy | null = null) =>
    told$.next({ type: 'copy.received', copy: anOtcOrder(some), why })
  copy({ status: 'to_be_paid', rev: 1 })
  copy({ id: '8', status: 'cancelled', rev: 9 })
  expect(actor.getSnapshot().context.copy).toMatchObject({ status: 'to_be_confirmed', rev: 2 })
  copy({ status: 'to_be_paid', rev: 3 }, 'undone')
  expect(actor.getSnapshot().context).toMatchObject({ copy: { status: 'to_be_paid', rev: 3 }, why: 'undone' })
  copy({ status: 'cancelled', cancel_reason: 'timeout', rev: 4 }, 'timeout')
  expect(actor.getSnapshot().matches({ life: 'cancelled' })).toBe(true)
})
test('OTC-11 a step that came too late is refused, and the order is shown as it is now', async () => {
  const now = onWire.order({ status: 'cancelled', cancel_reason: 'timeout', rev: 5 })
  const { actor, sent } = start(anOtcOrder(), async () => ({
    ok: false,
    failure: { kind: 'refused', reason: 'state_moved', params: { now }, text: null, afterMs: null },
  }))
  actor.send(act('pay'))
  const snapshot = await waitFor(actor, (each) => each.context.failure !== null && !each.hasTag('busy'))
  expect(sent).toEqual([{ id: '7', expect: 'to_be_paid', action: 'pay', details: {}, key: 'k-pay' }])
  expect([snapshot.context.copy.status, snapshot.matches({ life: 'cancelled' })]).toEqual(['cancelled', true])
})
test('OTC-12 one step at a time; a lost answer is unknown until it is known', async () => {
  const { actor, sent, outcome$, told$ } = start(anOtcOrder(), async () => ({ ok: false, failure: aLoss }))
  actor.send(act('pay'))
  actor.send(act('cancelTradeOrder'))
  await waitFor(actor, (each) => each.matches({ hand: { stepping: 'unknown' } }))
  expect(actor.getSnapshot().can(act('cancelTradeOrder'))).toBe(false)
  told$.next({
    type: 'copy.received',
    copy: anOtcOrder({ status: 'to_be_confirmed', confirm_deadline_ms: 3_000_000, rev: 2 }),
    why: 'paid',
  })
  expect(actor.getSnapshot().matches({ life: 'toBeConfirmed', hand: 'stepping' })).toBe(true)
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: null } })
  await waitFor(actor, (each) => each.matches({ hand: 'watching' }))
  expect([sent.length, actor.getSnapshot().context.failure]).toEqual([1, null])
})
test('OTC-15 who ended an order is told apart', () => {
  const ends = [
    anOtcOrder({ status: 'confirmed', my_role: 'seller' }),
    anOtcOrder({ status: 'confirmed' }),
    anOtcOrder({ status: 'cancelled', cancel_reason: 'buyer' }),
    anOtcOrder({ status: 'cancelled', cancel_reason: 'buyer', my_role: 'seller' }),
    anOtcOrder({ status: 'cancelled', cancel_reason: 'timeout' }),
    anOtcOrder({ status: 'cancelled', cancel_reason: 'ruling', ruling: { to: 'seller', reason: 'x', at_ms: 1 } }),
    anOtcOrder({ status: 'confirmed', ruling: { to: 'buyer', reason: 'x', at_ms: 1 } }),
    anOtcOrder(),
  ]
  expect(ends.map(endOf)).toEqual(['you', 'them', 'you', 'them', 'time', 'desk', 'desk', null])
})

test('OTC-13 an ad follows rev, and takes the steps of the table', async () => {
  const told$ = new Subject<News<Ad>>()
  const outcome$ = new Subject<OutcomeReceived<Ad>>()
  const logic = otcAdvertMachine.provide({
    actors: {
      watch: fromEventObservable<News<Ad>, { copy: Ad }>(() => told$),
      step: aStep<AdChange, Ad>(
        async ({ action }) => ({
          ok: true,
          value: anAd({ status: action === 'putOff' ? 'off_shelf' : 'taken_back', rev: action === 'putOff' ? 2 : 3 }),
        }),
        () => outcome$,
      ),
    },
  })
  const actor = createActor(logic, { input: { copy: anAd({ mine: true }) } }).start()
  actor.send({ type: 'act', act: 'putOn', key: 'k' })
  expect(actor.getSnapshot().hasTag('busy')).toBe(false)
  actor.send({ type: 'act', act: 'putOff', key: 'k1' })
  await waitFor(actor, (each) => each.matches({ life: 'offShelf', hand: 'watching' }))
  told$.next({ type: 'copy.received', copy: anAd({ rev: 1 }), why: null })
  expect(actor.getSnapshot().context.copy.rev).toBe(2)
  actor.send({ type: 'act', act: 'takeBack', key: 'k2' })
  await waitFor(actor, (each) => each.matches({ life: 'takenBack', hand: 'watching' }))
  const offered = adStatus.options.flatMap((status) =>
    (['putOn', 'putOff', 'takeBack'] as const)
      .filter((action) => mayAdAct({ status }, action))
      .map((action) => mayAdTransition(action, status)),
  )
  expect(offered).toEqual([true, true, true, true])
  expect(adStatus.options.map((status) => mayAdAct({ status }, 'takeBack'))).toEqual([true, true, false, false])
})
