import type { LaunchOrder, LaunchProduct } from '#contract/launch.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  launchPurchaseMachine,
  offerOf,
  subscriptionStateOf,
  type LaunchOrderChanged,
  type LaunchTicked,
  type Subscription,
} from '#machines/launch-purchase.ts'
import type { OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss } from '#tests/support/builders/failure.ts'
import { aLaunch, aLaunchOrder } from '#tests/support/builders/launch.ts'
import { leaves } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const start = (
  product: LaunchProduct,
  now: number,
  answer: (change: Subscription) => Promise<Reply<LaunchOrder | null>> = () => never,
  snapshot?: unknown,
) => {
  const told$ = new Subject<LaunchOrderChanged | LaunchTicked>()
  const outcome$ = new Subject<OutcomeReceived<LaunchOrder>>()
  const sent: Subscription[] = []
  const logic = launchPurchaseMachine.provide({
    actors: {
      watch: fromEventObservable<LaunchOrderChanged | LaunchTicked, { product: number }>(() => told$),
      step: aStep<Subscription, LaunchOrder>(
        (change) => (sent.push(change), answer(change)),
        () => outcome$,
      ),
    },
  })
  const restored = snapshot === undefined ? {} : { snapshot: logic.resolveState(JSON.parse(JSON.stringify(snapshot))) }
  const actor = createActor(logic, { input: { product, now }, ...restored }).start()
  return { actor, told$, outcome$, sent }
}
const subscribe = { type: 'subscribe', amount: '10', pay: 3, key: 'k1' } as const
const offers = {
  upcoming: [aLaunch(), 999],
  subscribing: [aLaunch(), 1000],
  soldOut: [aLaunch({ last_num: '0' }), 1000],
  ended: [aLaunch(), 5000],
  launched: [aLaunch(), 9000],
} as const
const stages = {
  underReview: {},
  rejected: { exam_status: 'rejected' },
  passed: { exam_status: 'passed' },
  redemption: { exam_status: 'passed', status: 'redemption' },
  completed: { exam_status: 'passed', status: 'completed' },
} as const satisfies Record<string, Partial<LaunchOrder>>

test('LCH-8 every offer and every place of an order is a state, and there are no others', () => {
  expect(leaves(launchPurchaseMachine).toSorted()).toEqual(
    [
      ...['deciding', ...Object.keys(offers)].map((name) => `offer.${name}`),
      ...['deciding', 'none', ...Object.keys(stages)].map((name) => `mine.${name}`),
      'hand.choosing',
      'hand.done',
      'hand.refused',
      'hand.stepping.sending',
      'hand.stepping.unknown',
    ].toSorted(),
  )
})
test('LCH-8 walking every offer with every place of an order: only an open one can be subscribed to, and no step is taken by itself', () => {
  for (const [offer, [product, now]] of Object.entries(offers))
    for (const [place, some] of Object.entries(stages)) {
      const { actor, told$, sent } = start(product, now)
      told$.next({ type: 'order.changed', order: aLaunchOrder(some) })
      const snapshot = actor.getSnapshot()
      expect([snapshot.value, snapshot.can(subscribe), sent]).toEqual([
        { offer, mine: place, hand: 'choosing' },
        offer === 'subscribing',
        [],
      ])
      const again = start(product, now, undefined, {
        value: snapshot.value,
        context: snapshot.context,
      }).actor.getSnapshot()
      expect([again.value, again.can(subscribe)]).toEqual([snapshot.value, offer === 'subscribing'])
    }
})
test('LCH-8 the offer follows the clock of the server and what is left; an older copy of either changes nothing', () => {
  const { actor, told$ } = start(aLaunch(), 0)
  const seen = [500, 1000, 4999, 5000, 9000].map((now) => {
    told$.next({ type: 'clock.ticked', now })
    return offerOf(actor.getSnapshot())
  })
  expect(seen).toEqual(['upcoming', 'subscribing', 'subscribing', 'ended', 'launched'])
  const other = start(aLaunch({ server_now_ms: 2000 }), 2000)
  other.actor.send({ type: 'product.changed', product: aLaunch({ server_now_ms: 1999, last_num: '0' }) })
  expect(offerOf(other.actor.getSnapshot())).toBe('subscribing')
  other.actor.send({ type: 'product.changed', product: aLaunch({ server_now_ms: 2001, last_num: '0' }) })
  other.told$.next({ type: 'order.changed', order: aLaunchOrder({ ...stages.passed, rev: 2 }) })
  other.told$.next({ type: 'order.changed', order: aLaunchOrder({ rev: 1 }) })
  other.told$.next({ type: 'order.changed', order: aLaunchOrder({ config_id: 2, id: 8 }) })
  expect(other.actor.getSnapshot().value).toMatchObject({ offer: 'soldOut', mine: 'passed' })
})
test('LCH-8 one step at a time; a lost answer is unknown until it is known, whatever the clock and a closed sheet do', async () => {
  const { actor, told$, sent, outcome$ } = start(aLaunch(), 1000, async () => ({ ok: false, failure: aLoss }))
  actor.send(subscribe)
  actor.send({ ...subscribe, key: 'k2' })
  await waitFor(actor, (each) => each.matches({ hand: { stepping: 'unknown' } }))
  actor.send({ type: 'reset' })
  told$.next({ type: 'clock.ticked', now: 9000 })
  expect([subscriptionStateOf(actor.getSnapshot()), actor.getSnapshot().matches({ offer: 'launched' })]).toEqual([
    'unknown',
    true,
  ])
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: aLaunchOrder() } })
  await waitFor(actor, (each) => each.matches({ hand: 'done' }))
  expect([sent, actor.getSnapshot().value]).toEqual([
    [{ product: 1, amount: '10', pay: 3, key: 'k1' }],
    { offer: 'launched', mine: 'underReview', hand: 'done' },
  ])
})
test('LCH-8 a refusal is shown, and another try has its own key', async () => {
  const { actor, sent } = start(aLaunch(), 1000, async ({ key }) =>
    key === 'k1'
      ? { ok: false, failure: { kind: 'refused', reason: 'sold_out', params: {}, text: null, afterMs: null } }
      : { ok: true, value: aLaunchOrder() },
  )
  actor.send(subscribe)
  await waitFor(actor, (each) => each.matches({ hand: 'refused' }))
  expect([subscriptionStateOf(actor.getSnapshot()), actor.getSnapshot().context.failure]).toMatchObject([
    'refused',
    { reason: 'sold_out' },
  ])
  actor.send({ ...subscribe, key: 'k2' })
  await waitFor(actor, (each) => each.matches({ hand: 'done' }))
  expect([sent.map(({ key }) => key), actor.getSnapshot().context.failure]).toEqual([['k1', 'k2'], null])
})
