import type { KycRow } from '#contract/kyc/kyc.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { isKycUnknown, kycMachine, kycStandingOf, type KycLevel, type KycReceived } from '#machines/kyc/kyc.ts'
import type { Intent, OutcomeReceived } from '#machines/kit/step.ts'
import { aKycRow } from '#tests/support/builders/kyc-row.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const review = aKycRow({ review_status: 'underReview', rev: 1 })
const passed = aKycRow({ review_status: 'passed', rev: 2 })
const rejected = aKycRow({ review_status: 'rejected', reject_reason: 'card_id', rev: 2 })
const intent: Intent = { key: 'k1', body: { card_id: 'A123456' } }
const seen = new Set<string>()

const startKyc = (send: (intent: Intent) => Promise<Reply<KycRow | null>> = () => never) => {
  const events$ = new Subject<KycReceived>()
  const outcome$ = new Subject<OutcomeReceived<KycRow>>()
  let watches = 0
  const logic = kycMachine.provide({
    actors: {
      watchKyc: fromEventObservable<KycReceived, { level: KycLevel }>(
        () =>
          new Observable((observer) => {
            watches += 1
            return events$.subscribe(observer)
          }),
      ),
      step: aStep<Intent, KycRow>(send, () => outcome$),
    },
  })
  const actor = createActor(logic, { input: { level: 'primary' } })
  actor.subscribe(({ value }) => leavesOf(value).forEach((leaf) => seen.add(leaf)))
  actor.start()
  return {
    actor,
    receive: (row: KycRow) => events$.next({ type: 'kyc.received', row }),
    miss: (failure: Failure) => events$.next({ type: 'kyc.missed', failure }),
    outcome: (reply: Reply<KycRow | null>) => outcome$.next({ type: 'outcome.received', reply }),
    state: () => actor.getSnapshot().value,
    watches: () => watches,
  }
}

test('KYC-2 submitted, under review, passed: the reviewers’ decision comes by push', async () => {
  const { actor, receive, state } = startKyc(async () => ({ ok: true, value: review }))
  expect([state(), kycStandingOf(actor.getSnapshot())]).toEqual(['loading', 'loading'])
  receive(aKycRow())
  expect([state(), kycStandingOf(actor.getSnapshot())]).toEqual(['none', 'none'])
  actor.send({ type: 'apply', intent })
  expect(actor.getSnapshot().hasTag('busy')).toBe(true)
  await waitFor(actor, ({ value }) => value === 'underReview')
  receive(passed)
  expect(state()).toBe('passed')
})

test('KYC-2 an older row, or one of the other level, changes nothing', () => {
  const { receive, state } = startKyc()
  receive(passed)
  receive(review)
  receive(aKycRow({ level: 'advanced', review_status: 'rejected', rev: 9 }))
  expect(state()).toBe('passed')
})

test('KYC-2 a push that overtakes the reply counts, and the late reply does not undo it', async () => {
  let answer: (reply: Reply<KycRow | null>) => void = () => {}
  const { actor, receive, state } = startKyc(() => new Promise((resolve) => (answer = resolve)))
  receive(aKycRow())
  actor.send({ type: 'apply', intent })
  receive(passed)
  answer({ ok: true, value: review })
  await Promise.resolve()
  expect(state()).toBe('passed')
  expect(actor.getSnapshot().context.row).toEqual(passed)
})

test('KYC-2 the reviewers may revoke a passed level', () => {
  const { receive, state } = startKyc()
  receive(passed)
  receive({ ...rejected, rev: 3 })
  expect(state()).toBe('rejected')
})

test('KYC-3 a rejected applicant sees the reason and may apply again', async () => {
  const { actor, receive, state } = startKyc(async () => ({ ok: true, value: { ...review, rev: 3 } }))
  receive(rejected)
  expect(state()).toBe('rejected')
  expect(actor.getSnapshot().context.row?.reject_reason).toBe('card_id')
  actor.send({ type: 'apply', intent })
  await waitFor(actor, ({ value }) => value === 'underReview')
})

test('KYC-3 a refusal leaves the status as it was, and its reason is shown', async () => {
  const { actor, receive } = startKyc(async () => ({ ok: false, failure: aRefusal('card_id_taken') }))
  receive(aKycRow())
  actor.send({ type: 'apply', intent })
  const { context } = await waitFor(actor, ({ value }) => value === 'none')
  expect(context).toMatchObject({ failure: { reason: 'card_id_taken' }, intent: null })
})

test('KYC-3 after a lost reply the outcome is asked for by key; nothing can be submitted meanwhile', async () => {
  const keys: string[] = []
  const { actor, receive, outcome, state } = startKyc(async ({ key }) => {
    keys.push(key)
    return { ok: false, failure: aLoss }
  })
  receive(aKycRow())
  actor.send({ type: 'apply', intent })
  await waitFor(actor, isKycUnknown)
  expect(actor.getSnapshot().can({ type: 'apply', intent: { ...intent, key: 'k2' } })).toBe(false)
  outcome({ ok: true, value: review })
  expect(state()).toBe('underReview')
  expect(keys).toEqual(['k1'])
})

test('KYC-3 a push resolves a lost reply', async () => {
  const { actor, receive, state } = startKyc(async () => ({ ok: false, failure: aLoss }))
  receive(aKycRow())
  actor.send({ type: 'apply', intent })
  await waitFor(actor, isKycUnknown)
  receive(review)
  expect(state()).toBe('underReview')
})

test('KYC-3 a client bug while sending is not shown as a refusal', async () => {
  const { actor, receive } = startKyc(async () => Promise.reject(new Error('bug')))
  receive(aKycRow())
  actor.send({ type: 'apply', intent })
  const { context } = await waitFor(actor, isKycUnknown)
  expect(context.failure).toBeNull()
})

test('KYC-2 a failed read is shown and can be repeated', () => {
  const { actor, receive, miss, state, watches } = startKyc()
  miss(aLoss)
  expect([state(), kycStandingOf(actor.getSnapshot())]).toEqual(['failed', 'failed'])
  actor.send({ type: 'retry' })
  expect([state(), watches()]).toEqual(['loading', 2])
  receive(review)
  miss(aLoss)
  expect(state()).toBe('underReview')
})

test('KYC-2 every state but the transient one was reached here', () => {
  expect(leaves(kycMachine).filter((leaf) => leaf !== 'deciding' && !seen.has(leaf))).toEqual([])
})

test('KYC-2 a machine without its actors fails loudly', async () => {
  const actor = createActor(kycMachine, { input: { level: 'primary' } })
  const failed = new Promise((resolve) => actor.subscribe({ error: resolve }))
  actor.start()
  await expect(failed).resolves.toMatchObject({ message: 'watchKyc was not provided' })
})
