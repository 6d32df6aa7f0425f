import { reservationStatus } from '#contract/mining/mining.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  miningPurchaseMachine,
  purchaseStateOf,
  shortOf,
  type Bought,
  type MachinePurchase,
  type MiningNews,
} from '#machines/mining/mining-purchase.ts'
import type { OutcomeReceived } from '#machines/kit/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss } from '#tests/support/builders/failure.ts'
import { aMachine, aMining, aMyMachine, aReservation, aSeat } from '#tests/support/builders/mining.ts'
import { leaves } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const start = (
  some: {
    machine?: Partial<ReturnType<typeof aMachine>>
    mining?: Partial<ReturnType<typeof aMining>>
    places?: number
  } = {},
  answer: (change: MachinePurchase) => Promise<Reply<Bought | null>> = () => never,
) => {
  const told$ = new Subject<MiningNews>()
  const outcome$ = new Subject<OutcomeReceived<Bought>>()
  const sent: MachinePurchase[] = []
  const logic = miningPurchaseMachine.provide({
    actors: {
      watch: fromEventObservable<MiningNews, { machine: string }>(() => told$),
      step: aStep<MachinePurchase, Bought>(
        (change) => (sent.push(change), answer(change)),
        () => outcome$,
      ),
    },
  })
  const seats = [
    aSeat({ mine: [{ id: '1', places: some.places ?? 2, used: 0, start_ms: 0, end_ms: 31 * 86_400_000 }] }),
  ]
  const actor = createActor(logic, {
    input: { machine: aMachine(some.machine), means: { mining: aMining(some.mining), seats } },
  }).start()
  return { actor, told$, outcome$, sent, seats }
}
const refusal = (reason: 'sold_out') =>
  ({ ok: false, failure: { kind: 'refused', reason, params: {}, text: null, afterMs: null } }) as const
const done: Bought = {
  machines: [aMyMachine()],
  overview: aMining({ running: 1, places_used: 1, collateral_used: '50', rev: 2 }),
}

test('MIN-10 every shortage, every place in the line and every step is a state, and there are no others', () => {
  expect(leaves(miningPurchaseMachine).toSorted()).toEqual(
    [
      ...['deciding', 'enough', 'seatShort', 'collateralShort'].map((name) => `means.${name}`),
      ...['deciding', 'none', ...reservationStatus.options].map((name) => `line.${name}`),
      ...['deciding', 'none', 'running', 'ended'].map((name) => `bought.${name}`),
      ...['choosing', 'reviewing', 'stepping.sending', 'stepping.unknown', 'done', 'refused'].map(
        (name) => `hand.${name}`,
      ),
    ].toSorted(),
  )
})
test('MIN-10 walking every means with every status of sale: only what the server would take can be reviewed, places before collateral', () => {
  const means = { enough: {}, seatShort: { places: 0 }, collateralShort: { mining: { collateral: '49' } } } as const
  for (const [name, some] of Object.entries(means))
    for (const status of ['soon', 'on_sale', 'sold_out'] as const) {
      const { actor, sent } = start({ ...some, machine: { status } })
      expect([actor.getSnapshot().value, actor.getSnapshot().can({ type: 'review' }), sent]).toEqual([
        { means: name, line: 'none', bought: 'none', hand: 'choosing' },
        name === 'enough' && status === 'on_sale',
        [],
      ])
    }
  expect(shortOf(start({ places: 0, mining: { collateral: '0' } }).actor.getSnapshot().context)).toEqual({
    what: 'seat',
    need: 1,
    free: 0,
  })
  expect(shortOf(start({ mining: { collateral: '70', collateral_used: '50' } }).actor.getSnapshot().context)).toEqual({
    what: 'collateral',
    need: '30',
  })
})
test('MIN-10 a place that ends before the machine does not count, and another number is another question', () => {
  const { actor, seats } = start()
  const short = aSeat({ mine: [{ id: '1', places: 9, used: 0, start_ms: 0, end_ms: 11 * 86_400_000 - 1 }] })
  actor.send({ type: 'choose', num: 3 })
  expect(actor.getSnapshot().matches({ means: 'seatShort' })).toBe(true)
  actor.send({ type: 'choose', num: 2 })
  expect(actor.getSnapshot().matches({ means: 'enough' })).toBe(true)
  actor.send({ type: 'means.changed', means: { mining: aMining(), seats: [short] } })
  expect(actor.getSnapshot().matches({ means: 'seatShort' })).toBe(true)
  actor.send({ type: 'means.changed', means: { mining: aMining(), seats } })
  expect(actor.getSnapshot().matches({ means: 'enough' })).toBe(true)
})
test('MIN-10 the line goes through every status by rev, and an older copy and another machine change nothing', () => {
  for (const status of reservationStatus.options) {
    const { actor, told$ } = start()
    told$.next({ type: 'reservation.changed', reservation: aReservation() })
    if (status !== 'waiting') told$.next({ type: 'reservation.changed', reservation: aReservation({ status, rev: 2 }) })
    told$.next({ type: 'reservation.changed', reservation: aReservation({ rev: 1 }) })
    told$.next({ type: 'reservation.changed', reservation: aReservation({ id: '9', machine_id: 'other' }) })
    expect(actor.getSnapshot().matches({ line: status })).toBe(true)
  }
})
test('MIN-10 a place in the line that a later read does not tell of has ended; an earlier read says nothing of it', () => {
  const { actor, told$ } = start()
  told$.next({ type: 'reservation.changed', reservation: aReservation({ server_now_ms: 5 }) })
  told$.next({ type: 'machine.changed', machine: aMachine({ server_now_ms: 5 }) })
  expect(actor.getSnapshot().value).toMatchObject({ line: 'waiting' })
  told$.next({ type: 'machine.changed', machine: aMachine({ server_now_ms: 6 }) })
  expect(actor.getSnapshot().value).toMatchObject({ line: 'none' })
  told$.next({
    type: 'reservation.changed',
    reservation: aReservation({ id: '4', status: 'lapsed', server_now_ms: 7 }),
  })
  told$.next({ type: 'machine.changed', machine: aMachine({ server_now_ms: 8 }) })
  expect(actor.getSnapshot().value).toMatchObject({ line: 'lapsed' })
})
test('MIN-10 what was bought is followed to its end; the purchase before it changes nothing', async () => {
  const { actor, told$, sent } = start({}, async () => ({ ok: true, value: done }))
  actor.send({ type: 'review' })
  actor.send({ type: 'buy', key: 'k1' })
  await waitFor(actor, (each) => each.matches({ hand: 'done' }))
  expect([sent, actor.getSnapshot().value, actor.getSnapshot().context.means.mining.running]).toEqual([
    [{ machine: 'm', num: 1, price: '100', key: 'k1' }],
    { means: 'enough', line: 'none', bought: 'running', hand: 'done' },
    1,
  ])
  told$.next({ type: 'mining.changed', mining: aMining({ rev: 1 }) })
  told$.next({ type: 'bought.changed', bought: aMyMachine({ id: '4', status: 'ended', rev: 9 }) })
  expect(actor.getSnapshot()).toMatchObject({
    value: { bought: 'running' },
    context: { means: { mining: { rev: 2 } } },
  })
  told$.next({ type: 'bought.changed', bought: aMyMachine({ status: 'ended', rev: 2 }) })
  expect(actor.getSnapshot().matches({ bought: 'ended' })).toBe(true)
})
test('MIN-10 one step at a time; a lost answer is unknown until it is known, whatever is pushed meanwhile', async () => {
  const { actor, told$, outcome$, sent } = start({}, async () => ({ ok: false, failure: aLoss }))
  actor.send({ type: 'review' })
  actor.send({ type: 'buy', key: 'k1' })
  actor.send({ type: 'buy', key: 'k2' })
  await waitFor(actor, (each) => each.matches({ hand: { stepping: 'unknown' } }))
  actor.send({ type: 'back' })
  actor.send({ type: 'machine.changed', machine: aMachine({ left: 1, reservation: aReservation() }) })
  expect(actor.getSnapshot().value).toMatchObject({ line: 'waiting', hand: { stepping: 'unknown' } })
  told$.next({ type: 'mining.changed', mining: aMining({ collateral_used: '100', rev: 3 }) })
  expect([
    purchaseStateOf(actor.getSnapshot()),
    actor.getSnapshot().matches({ means: 'collateralShort' }),
    sent.length,
  ]).toEqual(['unknown', true, 1])
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: null } })
  await waitFor(actor, (each) => each.matches({ hand: 'done' }))
  expect([purchaseStateOf(actor.getSnapshot()), actor.getSnapshot().context.means.mining.rev]).toEqual(['done', 3])
})
test('MIN-10 a refusal is shown, and another review starts over', async () => {
  const { actor } = start({}, async () => refusal('sold_out'))
  actor.send({ type: 'review' })
  actor.send({ type: 'buy', key: 'k1' })
  await waitFor(actor, (each) => each.matches({ hand: 'refused' }))
  expect([purchaseStateOf(actor.getSnapshot()), actor.getSnapshot().context.failure]).toMatchObject([
    'refused',
    { reason: 'sold_out' },
  ])
  actor.send({ type: 'back' })
  expect([
    purchaseStateOf(actor.getSnapshot()),
    actor.getSnapshot().context.failure,
    actor.getSnapshot().can({ type: 'review' }),
  ]).toEqual(['editing', null, true])
})
