import { somePayMethods } from '#tests/support/builders/pay-methods.ts'
import type { PayMethods } from '#contract/wallet/bank.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { addressMachine } from '#machines/wallet/address.ts'
import { bankCardMachine } from '#machines/wallet/bank-card.ts'
import type { Intent, OutcomeReceived } from '#machines/kit/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, waitFor, type AnyActorRef } from 'xstate'

const never = new Promise<never>(() => {})
const intent: Intent = { key: 'k1', body: { amount: '1' } }
const yes: Reply<unknown> = { ok: true, value: 5 }
type Answer = (intent: Intent) => Promise<Reply<unknown>>
const stepOf = (answer: Answer) => {
  const outcome$ = new Subject<OutcomeReceived<unknown>>()
  const sent: string[] = []
  return {
    outcome$,
    sent,
    step: aStep<Intent, unknown>(
      (change) => (sent.push(change.key), answer(change)),
      () => outcome$,
    ),
  }
}
const at = (actor: AnyActorRef) => leavesOf(actor.getSnapshot().value).join()

const address = (kept: { id: number; usable_ms: number } | null, answer: Answer = () => never) => {
  const { step, ...rest } = stepOf(answer)
  return {
    ...rest,
    actor: createActor(addressMachine.provide({ actors: { step } }), { input: { address: kept, now: 1000 } }).start(),
  }
}
test('MONEY-6 an address is added once its code is typed, is held until its instant, then usable', async () => {
  const { actor, sent } = address(null, async () => ({ ok: true, value: { id: 4, usable_ms: 5000 } }))
  actor.send({ type: 'add', intent })
  expect([at(actor), sent]).toEqual(['editing', []])
  actor.send({ type: 'code.typed', isEmpty: false })
  expect(at(actor)).toBe('coding')
  actor.send({ type: 'add', intent })
  await waitFor(actor, (now) => now.matches('held'))
  actor.send({ type: 'clock.ticked', now: 4999 })
  expect(at(actor)).toBe('held')
  actor.send({ type: 'clock.ticked', now: 5000 })
  expect([at(actor), sent]).toEqual(['usable', ['k1']])
})
test('MONEY-6 a refused address stays in the form; one whose answer is lost is asked for', async () => {
  const { actor, outcome$ } = address(null, async () => ({ ok: false, failure: aLoss }))
  actor.send({ type: 'code.typed', isEmpty: false })
  actor.send({ type: 'add', intent })
  await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
  outcome$.next({ type: 'outcome.received', reply: { ok: false, failure: aRefusal('address_taken') } })
  const { context } = await waitFor(actor, (now) => now.matches('coding'))
  expect(context.failure).toMatchObject({ reason: 'address_taken' })
  actor.send({ type: 'code.typed', isEmpty: true })
  expect(at(actor)).toBe('editing')
})
test('MONEY-6 a held and a usable address are removed by one step, and stay if that is refused', async () => {
  for (const [usable_ms, state] of [
    [5000, 'held'],
    [500, 'usable'],
  ] as const) {
    const { actor, sent } = address({ id: 4, usable_ms }, async () => yes)
    expect(at(actor)).toBe(state)
    actor.send({ type: 'remove', intent })
    actor.send({ type: 'remove', intent })
    await waitFor(actor, (now) => now.matches('removed'))
    expect(sent).toEqual(['k1'])
    const kept = address({ id: 4, usable_ms }, async () => ({ ok: false, failure: aRefusal('not_found') }))
    kept.actor.send({ type: 'remove', intent })
    await waitFor(kept.actor, (now) => now.context.failure !== null)
    expect(at(kept.actor)).toBe(state)
  }
  expect(leaves(addressMachine).toSorted()).toEqual([
    'added',
    'coding',
    'deciding',
    'editing',
    'held',
    'removed',
    'removing.sending',
    'removing.unknown',
    'submitting.sending',
    'submitting.unknown',
    'usable',
  ])
})

const methods = (rev: number, ways: PayMethods['ways'] = []): PayMethods =>
  somePayMethods({
    real_name: 'Ann',
    bank_account: '1',
    account_number: '',
    ways,
    create_time: '2026-01-05 00:00:00',
    rev,
  })
const card = (first: PayMethods, answer: Answer = () => never) => {
  const outcome$ = new Subject<OutcomeReceived<PayMethods>>()
  const sent: string[] = []
  const step = aStep<Intent, PayMethods>(
    async (change) => {
      sent.push(change.key)
      const reply = await answer(change)
      return reply.ok ? { ok: true, value: methods(9, ['bank']) } : reply
    },
    () => outcome$,
  )
  const actor = createActor(bankCardMachine.provide({ actors: { step } }), { input: { way: 'bank' } }).start()
  const began = at(actor)
  actor.send({ type: 'methods.received', methods: first })
  return { actor, outcome$, sent, began }
}
test('MONEY-7 a method that is not bound is saved without a fund password, a bound one with it, and none while a picture is on its way', async () => {
  const fresh = card(methods(1), async () => yes)
  expect(fresh.began).toBe('loading')
  fresh.actor.send({ type: 'uploads.counted', count: 1 })
  fresh.actor.send({ type: 'save', intent })
  expect([at(fresh.actor), fresh.sent]).toEqual(['uploading', []])
  fresh.actor.send({ type: 'uploads.counted', count: 0 })
  fresh.actor.send({ type: 'save', intent })
  await waitFor(fresh.actor, (now) => now.matches('bound'))
  const bound = card(methods(1, ['bank']), async () => yes)
  bound.actor.send({ type: 'save', intent })
  expect([at(bound.actor), bound.sent]).toEqual(['editing', []])
  bound.actor.send({ type: 'pin.typed', isEmpty: false })
  expect(at(bound.actor)).toBe('authorising')
  bound.actor.send({ type: 'save', intent })
  const { context } = await waitFor(bound.actor, (now) => now.matches('bound'))
  expect([bound.sent, context.methods?.rev]).toEqual([['k1'], 9])
})
test('MONEY-7 a copy saved elsewhere is shown and replaces nothing; an older one is not', async () => {
  const { actor } = card(methods(3, ['bank']))
  actor.send({ type: 'methods.received', methods: methods(2) })
  expect(at(actor)).toBe('editing')
  actor.send({ type: 'methods.received', methods: methods(4, ['bank']) })
  expect([at(actor), actor.getSnapshot().context.methods?.rev, actor.getSnapshot().context.newer?.rev]).toEqual([
    'moved',
    3,
    4,
  ])
  actor.send({ type: 'resume' })
  expect([at(actor), actor.getSnapshot().context.methods?.rev, actor.getSnapshot().context.newer]).toEqual([
    'editing',
    4,
    null,
  ])
})
test('MONEY-7 a save that came too late waits for the newer copy; any other refusal stays in the form', async () => {
  const late = card(methods(3), async () => ({ ok: false, failure: aRefusal('state_moved') }))
  late.actor.send({ type: 'save', intent })
  await waitFor(late.actor, (now) => now.matches('moved'))
  late.actor.send({ type: 'resume' })
  expect(at(late.actor)).toBe('moved')
  late.actor.send({ type: 'methods.received', methods: methods(4) })
  late.actor.send({ type: 'resume' })
  expect(at(late.actor)).toBe('editing')
  const odd = card(methods(3), async () => ({ ok: false, failure: aRefusal('real_name_differs') }))
  odd.actor.send({ type: 'save', intent })
  const { context } = await waitFor(odd.actor, (now) => now.matches('editing') && now.context.failure !== null)
  expect([context.failure, leaves(bankCardMachine).toSorted()]).toMatchObject([
    { reason: 'real_name_differs' },
    ['authorising', 'bound', 'editing', 'loading', 'moved', 'refused', 'saving.sending', 'saving.unknown', 'uploading'],
  ])
})
