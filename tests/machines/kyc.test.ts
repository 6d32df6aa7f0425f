import type { KycRow } from '#contract/kyc.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { isKycUnknown, kycMachine, kycStandingOf, type KycLevel, type KycReceived } from '#machines/kyc.ts'
import type { Intent, OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/client-builders.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const aRow = (changes: Partial<KycRow> = {}): KycRow => ({
  level: 'primary', review_status: 'none', reject_reason: null, name: null, country: null, card_id: null, address: null,
  front_pic: null, reverse_pic: null, hand_pic: null, submitted_time: null, reviewed_time: null, rev: 0, ...changes,
})
const review = aRow({ review_status: 'underReview', rev: 1 })
const passed = aRow({ review_status: 'passed', rev: 2 })
const rejected = aRow({ review_status: 'rejected', reject_reason: 'card_id', rev: 2 })
const intent: Intent = { key: 'k1', body: { card_id: 'A123456' } }
const seen = new Set<string>()

const begin = (carry: (intent: Intent) => Promise<Reply<KycRow | null>> = () => never) => {
  const told$ = new Subject<KycReceived>()
  const outcome$ = new Subject<OutcomeReceived<KycRow>>()
  let watches = 0
  const logic = kycMachine.provide({
    actors: {
      watchKyc: fromEventObservable<KycReceived, { level: KycLevel }>(
        () =>
          new Observable((hear) => {
            watches += 1
            return told$.subscribe(hear)
          }),
      ),
      step: aStep<Intent, KycRow>(carry, () => outcome$),
    },
  })
  const actor = createActor(logic, { input: { level: 'primary' } })
  actor.subscribe(({ value }) => leavesOf(value).forEach((leaf) => seen.add(leaf)))
  actor.start()
  return {
    actor,
    tell: (row: KycRow) => told$.next({ type: 'kyc.received', row }),
    miss: (failure: Failure) => told$.next({ type: 'kyc.missed', failure }),
    outcome: (reply: Reply<KycRow | null>) => outcome$.next({ type: 'outcome.received', reply }),
    state: () => actor.getSnapshot().value,
    watches: () => watches,
  }
}

test('KYC-2 handed in, under review, passed: the desk’s word comes by push', async () => {
  const { actor, tell, state } = begin(async () => ({ ok: true, value: review }))
  expect([state(), kycStandingOf(actor.getSnapshot())]).toEqual(['loading', 'loading'])
  tell(aRow())
  expect([state(), kycStandingOf(actor.getSnapshot())]).toEqual(['none', 'none'])
  actor.send({ type: 'apply', intent })
  expect(actor.getSnapshot().hasTag('busy')).toBe(true)
  await waitFor(actor, ({ value }) => value === 'underReview')
  tell(passed)
  expect(state()).toBe('passed')
})

test('KYC-2 an older row, or one of the other level, changes nothing', () => {
  const { tell, state } = begin()
  tell(passed)
  tell(review)
  tell(aRow({ level: 'advanced', review_status: 'rejected', rev: 9 }))
  expect(state()).toBe('passed')
})

test('KYC-2 a push that overtakes the answer counts, and the late answer does not undo it', async () => {
  let answer: (reply: Reply<KycRow | null>) => void = () => {}
  const { actor, tell, state } = begin(() => new Promise((settle) => (answer = settle)))
  tell(aRow())
  actor.send({ type: 'apply', intent })
  tell(passed)
  answer({ ok: true, value: review })
  await Promise.resolve()
  expect(state()).toBe('passed')
  expect(actor.getSnapshot().context.row).toEqual(passed)
})

test('KYC-2 a passed level may be taken back by the desk', () => {
  const { tell, state } = begin()
  tell(passed)
  tell({ ...rejected, rev: 3 })
  expect(state()).toBe('rejected')
})

test('KYC-3 who was rejected reads why, and may apply again', async () => {
  const { actor, tell, state } = begin(async () => ({ ok: true, value: { ...review, rev: 3 } }))
  tell(rejected)
  expect(state()).toBe('rejected')
  expect(actor.getSnapshot().context.row?.reject_reason).toBe('card_id')
  actor.send({ type: 'apply', intent })
  await waitFor(actor, ({ value }) => value === 'underReview')
})

test('KYC-3 a refusal leaves everything as it was, and says why', async () => {
  const { actor, tell } = begin(async () => ({ ok: false, failure: aRefusal('card_id_taken') }))
  tell(aRow())
  actor.send({ type: 'apply', intent })
  const { context } = await waitFor(actor, ({ value }) => value === 'none')
  expect(context).toMatchObject({ failure: { reason: 'card_id_taken' }, intent: null })
})

test('KYC-3 a lost answer is asked for under its own key; nothing can be handed in meanwhile', async () => {
  const keys: string[] = []
  const { actor, tell, outcome, state } = begin(async ({ key }) => {
    keys.push(key)
    return { ok: false, failure: aLoss }
  })
  tell(aRow())
  actor.send({ type: 'apply', intent })
  await waitFor(actor, isKycUnknown)
  expect(actor.getSnapshot().can({ type: 'apply', intent: { ...intent, key: 'k2' } })).toBe(false)
  outcome({ ok: true, value: review })
  expect(state()).toBe('underReview')
  expect(keys).toEqual(['k1'])
})

test('KYC-3 a push tells what a lost answer did not', async () => {
  const { actor, tell, state } = begin(async () => ({ ok: false, failure: aLoss }))
  tell(aRow())
  actor.send({ type: 'apply', intent })
  await waitFor(actor, isKycUnknown)
  tell(review)
  expect(state()).toBe('underReview')
})

test('KYC-3 a bug of ours on the way is no refusal', async () => {
  const { actor, tell } = begin(async () => Promise.reject(new Error('bug')))
  tell(aRow())
  actor.send({ type: 'apply', intent })
  const { context } = await waitFor(actor, isKycUnknown)
  expect(context.failure).toBeNull()
})

test('KYC-2 a question that is not answered says so, and is asked anew', () => {
  const { actor, tell, miss, state, watches } = begin()
  miss(aLoss)
  expect([state(), kycStandingOf(actor.getSnapshot())]).toEqual(['failed', 'failed'])
  actor.send({ type: 'retry' })
  expect([state(), watches()]).toEqual(['loading', 2])
  tell(review)
  miss(aLoss)
  expect(state()).toBe('underReview')
})

test('KYC-2 every state but the crossing is one that was seen here', () => {
  expect(leaves(kycMachine).filter((leaf) => leaf !== 'settling' && !seen.has(leaf))).toEqual([])
})

test('KYC-2 a machine without its actors fails aloud', async () => {
  const actor = createActor(kycMachine, { input: { level: 'primary' } })
  const failed = new Promise((settle) => actor.subscribe({ error: settle }))
  actor.start()
  await expect(failed).resolves.toMatchObject({ message: 'watchKyc was not provided' })
})
