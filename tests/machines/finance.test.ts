import { hostingOrder, type HostingOrder } from '#contract/finance.ts'
import { plan as planSchema, type JoinedPlan } from '#contract/follow.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Reply } from '#contract/wire/reply.ts'
import {
  followedPlanMachine,
  joinStateOf,
  mayJoinNow,
  type JoinChange,
  type JoinedChanged,
} from '#machines/followed-plan.ts'
import {
  hostingOrderMachine,
  mayRedeemNow,
  redeemStateOf,
  type HostingChanged,
  type RedeemChange,
} from '#machines/hosting-order.ts'
import type { OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss } from '#tests/support/builders/failure.ts'
import { aHostingOrder } from '#tests/support/builders/hosting.ts'
import { aJoinedPlan, aPlan } from '#tests/support/builders/plan.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const refusal = (reason: 'price_moved' | 'state_moved', params: Record<string, unknown>) =>
  ({ ok: false, failure: { kind: 'refused', reason, params, text: null, afterMs: null } }) as const
const startHosting = (
  order: HostingOrder,
  answer: (change: RedeemChange) => Promise<Reply<HostingOrder | null>> = () => never,
) => {
  const told$ = new Subject<HostingChanged>()
  const outcome$ = new Subject<OutcomeReceived<HostingOrder>>()
  const sent: RedeemChange[] = []
  const logic = hostingOrderMachine.provide({
    actors: {
      watchOrder: fromEventObservable<HostingChanged, { id: number }>(() => told$),
      step: aStep<RedeemChange, HostingOrder>(
        (change) => (sent.push(change), answer(change)),
        () => outcome$,
      ),
    },
  })
  return { actor: createActor(logic, { input: { order } }).start(), told$, outcome$, sent }
}
const redeem = { type: 'redeem', seenFee: '60', key: 'k' } as const
const ended = { status: 'ended', remain_day: 0, next_ms: null, finish_at: '2026-01-09 00:00:00', rev: 5 } as const

test('FIN-4 every state of a hosting order is reached: running, completed, redeemed, and a redemption under way and unknown', async () => {
  const seen = new Set<string>()
  const watch = (actor: ReturnType<typeof startHosting>['actor']) => {
    actor.subscribe(({ value }) => leavesOf(value).forEach((leaf) => seen.add(leaf)))
    leavesOf(actor.getSnapshot().value).forEach((leaf) => seen.add(leaf))
  }
  const [running, lost] = [
    startHosting(aHostingOrder()),
    startHosting(aHostingOrder(), async () => ({ ok: false, failure: aLoss })),
  ]
  for (const { actor } of [running, lost]) watch(actor)
  running.told$.next({ type: 'order.changed', order: aHostingOrder(ended), why: 'completed' })
  lost.actor.send(redeem)
  await waitFor(lost.actor, (each) => redeemStateOf(each) === 'unknown')
  lost.outcome$.next({
    type: 'outcome.received',
    reply: { ok: true, value: aHostingOrder({ ...ended, is_cancel: true }) },
  })
  await waitFor(lost.actor, (each) => redeemStateOf(each) === 'done')
  expect([...seen].toSorted()).toEqual(
    leaves(hostingOrderMachine)
      .filter((leaf) => leaf !== 'life.deciding')
      .toSorted(),
  )
})
test('FIN-4 one redemption at a time, at the cost that was shown; an order that has ended takes none', async () => {
  const { actor, sent, told$ } = startHosting(aHostingOrder())
  actor.send(redeem)
  actor.send({ ...redeem, key: 'second' })
  expect([sent, redeemStateOf(actor.getSnapshot()), mayRedeemNow(actor.getSnapshot())]).toEqual([
    [{ id: 7, seenFee: '60', key: 'k' }],
    'submitting',
    false,
  ])
  const over = startHosting(aHostingOrder())
  over.told$.next({ type: 'order.changed', order: aHostingOrder(ended), why: 'completed' })
  over.actor.send(redeem)
  expect([
    over.sent,
    mayRedeemNow(over.actor.getSnapshot()),
    over.actor.getSnapshot().matches({ life: 'completed' }),
  ]).toEqual([[], false, true])
  told$.next({ type: 'order.changed', order: aHostingOrder({ id: 8, ...ended }), why: 'completed' })
  expect(actor.getSnapshot().matches({ life: 'hosting' })).toBe(true)
})
test('FIN-3 FIN-4 a copy that is older, or running after the end, changes nothing; a refusal shows the order as it is', async () => {
  const { actor, told$ } = startHosting(aHostingOrder({ rev: 3, earned: '8' }))
  const copy = (order: Partial<HostingOrder>) =>
    told$.next({ type: 'order.changed', order: aHostingOrder(order), why: 'accrued' })
  copy({ rev: 2, earned: '4' })
  expect(actor.getSnapshot().context).toMatchObject({ order: { earned: '8' }, why: null })
  copy({ rev: 4, earned: '12' })
  copy(ended)
  copy({ rev: 9 })
  expect(actor.getSnapshot().context.order).toMatchObject({ status: 'ended', rev: 5 })
  const moved = startHosting(aHostingOrder(), async () => refusal('price_moved', { price: '56' }))
  moved.actor.send(redeem)
  await waitFor(moved.actor, (each) => redeemStateOf(each) === 'refused')
  moved.actor.send({ type: 'dismiss' })
  expect(redeemStateOf(moved.actor.getSnapshot())).toBe('editing')
  const late = startHosting(aHostingOrder(), async () =>
    refusal('state_moved', { now: encode(hostingOrder, aHostingOrder(ended)) }),
  )
  late.actor.send(redeem)
  await waitFor(late.actor, (each) => each.matches({ life: 'completed', hand: 'watching' }))
  expect(mayRedeemNow(late.actor.getSnapshot())).toBe(false)
})

const startPlan = (
  joined: JoinedPlan | null,
  plan = aPlan(),
  answer: (change: JoinChange) => Promise<Reply<JoinedPlan | null>> = () => never,
) => {
  const told$ = new Subject<JoinedChanged>()
  const outcome$ = new Subject<OutcomeReceived<JoinedPlan>>()
  const sent: JoinChange[] = []
  const logic = followedPlanMachine.provide({
    actors: {
      watchJoined: fromEventObservable<JoinedChanged, { id: string }>(() => told$),
      step: aStep<JoinChange, JoinedPlan>(
        (change) => (sent.push(change), answer(change)),
        () => outcome$,
      ),
    },
  })
  return { actor: createActor(logic, { input: { plan, joined } }).start(), told$, outcome$, sent }
}
const join = { type: 'join', amount: '100', key: 'k' } as const

test('FOL-4 every state of a followed plan is reached: free, in progress, ended, and a join under way and unknown', async () => {
  const seen = new Set<string>()
  const { actor, told$, outcome$, sent } = startPlan(null, aPlan(), async () => ({ ok: false, failure: aLoss }))
  actor.subscribe(({ value }) => leavesOf(value).forEach((leaf) => seen.add(leaf)))
  leavesOf(actor.getSnapshot().value).forEach((leaf) => seen.add(leaf))
  actor.send(join)
  actor.send({ ...join, key: 'second' })
  await waitFor(actor, (each) => joinStateOf(each) === 'unknown')
  outcome$.next({ type: 'outcome.received', reply: { ok: true, value: aJoinedPlan() } })
  await waitFor(actor, (each) => joinStateOf(each) === 'done')
  expect([sent, actor.getSnapshot().matches({ life: 'inProgress' })]).toEqual([
    [{ id: 'first-steps', amount: '100', expect: 'open', key: 'k' }],
    true,
  ])
  told$.next({ type: 'joined.changed', joined: aJoinedPlan({ status: 'ended', rev: 8 }) })
  expect([...seen].toSorted()).toEqual(
    leaves(followedPlanMachine)
      .filter((leaf) => leaf !== 'life.deciding')
      .toSorted(),
  )
  actor.send({ type: 'dismiss' })
  expect([joinStateOf(actor.getSnapshot()), mayJoinNow(actor.getSnapshot())]).toEqual(['editing', true])
})
test('FOL-4 a later join is shown instead of an earlier one; older copies and other plans change nothing', () => {
  const { actor, told$ } = startPlan(aJoinedPlan({ rev: 3 }))
  const copy = (some: Partial<JoinedPlan>) => told$.next({ type: 'joined.changed', joined: aJoinedPlan(some) })
  copy({ rev: 2, sum_profit: '9' })
  copy({ id: '3', rev: 9 })
  copy({ id: '9', plan_id: 'long-haul', rev: 9 })
  expect(actor.getSnapshot().context.joined).toMatchObject({ id: '4', rev: 3, sum_profit: '0' })
  copy({ id: '5', rev: 1 })
  expect(actor.getSnapshot().context.joined).toMatchObject({ id: '5', rev: 1 })
})
test('FOL-4 a plan that has become full is shown as the refusal found it, and takes no further join', async () => {
  const full = aPlan({ status: 'full', surplus_number: '0' })
  const { actor, sent } = startPlan(null, aPlan(), async () =>
    refusal('state_moved', { now: encode(planSchema, full) }),
  )
  actor.send(join)
  await waitFor(actor, (each) => joinStateOf(each) === 'refused')
  expect([actor.getSnapshot().context.plan, mayJoinNow(actor.getSnapshot())]).toEqual([full, false])
  actor.send(join)
  expect(sent.length).toBe(1)
})
