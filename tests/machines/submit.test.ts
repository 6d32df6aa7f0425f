import type { Reply } from '#contract/wire/reply.ts'
import { stepMachine, type Intent, type OutcomeReceived } from '#machines/kit/step.ts'
import { submitMachine, submitStateOf } from '#machines/kit/submit.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { NEVER, Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const intent: Intent = { key: 'k1', body: { amount: '1' } }
const ok: Reply<unknown> = { ok: true, value: 5 }

const startSubmit = (answer: (intent: Intent) => Promise<Reply<unknown>> = () => never) => {
  const outcome$ = new Subject<OutcomeReceived<unknown>>()
  const sent: string[] = []
  const clock = new SimulatedClock()
  const logic = submitMachine.provide({
    actors: {
      step: aStep<Intent, unknown>(
        (change) => (sent.push(change.key), answer(change)),
        () => outcome$,
      ),
    },
  })
  return { logic, outcome$, sent, clock, actor: createActor(logic, { clock }).start() }
}

test('SUBMIT-1 every state that needs no answer is reached', () => {
  const silent = submitMachine.provide({
    actors: {
      step: aStep<Intent, unknown>(
        () => never,
        () => NEVER,
      ),
    },
  })
  const reached = getShortestPaths(silent, {
    events: [{ type: 'open' }, { type: 'submit', intent }, { type: 'again' }, { type: 'close' }],
    serializeState: ({ value }) => JSON.stringify(value),
    limit: 100,
  }).flatMap(({ state }) => leavesOf(state.value))
  const answered = [
    'submitting.unknown.shown',
    'submitting.unknown.hidden',
    'done',
    'refused.held',
    'refused.free',
    'waiting',
  ]
  expect(new Set(reached)).toEqual(new Set(leaves(submitMachine).filter((leaf) => !answered.includes(leaf))))
})
test('SUBMIT-2 done: the value is stored', async () => {
  const { actor } = startSubmit(async () => ok)
  actor.send({ type: 'submit', intent })
  const { context } = await waitFor(actor, (now) => now.matches('done'))
  expect(context).toEqual({ step: intent, failure: null, value: 5 })
})
test('SUBMIT-3 refused: the reason is stored, and a corrected intent may follow', async () => {
  const { actor, sent } = startSubmit(async () => ({ ok: false, failure: aRefusal('insufficient_balance') }))
  actor.send({ type: 'submit', intent })
  const { context } = await waitFor(actor, (now) => now.matches({ refused: 'free' }))
  expect(context.failure).toMatchObject({ reason: 'insufficient_balance' })
  actor.send({ type: 'submit', intent: { ...intent, key: 'k2' } })
  expect(sent).toEqual(['k1', 'k2'])
})
test('SUBMIT-3 a refusal that was read is forgotten with its intent', async () => {
  const { actor } = startSubmit(async () => ({ ok: false, failure: aRefusal('insufficient_balance') }))
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ refused: 'free' }))
  actor.send({ type: 'close' })
  expect([actor.getSnapshot().value, actor.getSnapshot().context]).toEqual([
    'editing',
    { step: null, failure: null, value: null },
  ])
})
test('CF13 a second tap sends nothing while the first intent is under way', () => {
  const { actor, sent } = startSubmit()
  actor.send({ type: 'submit', intent })
  expect(actor.getSnapshot().can({ type: 'submit', intent: { ...intent, key: 'k2' } })).toBe(false)
  actor.send({ type: 'submit', intent: { ...intent, key: 'k2' } })
  actor.send({ type: 'close' })
  expect(actor.getSnapshot().matches('submitting')).toBe(true)
  expect(sent).toEqual(['k1'])
})
describe('CF11 an unknown outcome is asked for, and never shown as refused', () => {
  test.each([
    ['no answer', aLoss],
    ['an unreadable one', { kind: 'unknown', because: 'malformed' } as const],
    ['a fault', { kind: 'unknown', because: 'fault' } as const],
    ['a login that is over', { kind: 'notLoggedIn' } as const],
  ])('CF11 %s', async (_, failure) => {
    const { actor, outcome$ } = startSubmit(async () => ({ ok: false, failure }))
    actor.send({ type: 'submit', intent })
    const now = await waitFor(actor, (at) => at.matches({ submitting: 'unknown' }))
    expect(now.hasTag('busy')).toBe(true)
    actor.send({ type: 'submit', intent: { ...intent, key: 'k2' } })
    expect(actor.getSnapshot().context.step?.key).toBe('k1')
    outcome$.next({ type: 'outcome.received', reply: { ok: false, failure } })
    expect(actor.getSnapshot().value).toEqual({ submitting: { unknown: 'shown' } })
    outcome$.next({ type: 'outcome.received', reply: ok })
    expect(actor.getSnapshot()).toMatchObject({ value: 'done', context: { value: 5, failure: null } })
  })
  test('CF11 a client bug while sending is not shown as refused', async () => {
    const { actor } = startSubmit(() => Promise.reject(new Error('bug')))
    actor.send({ type: 'submit', intent })
    const now = await waitFor(actor, (at) => at.matches({ submitting: 'unknown' }))
    expect(now.context.failure).toBeNull()
  })
  test('CF11 an unknown outcome that turns out to be a refusal is shown as refused', async () => {
    const { actor, outcome$ } = startSubmit(async () => ({ ok: false, failure: aLoss }))
    actor.send({ type: 'submit', intent })
    await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
    outcome$.next({ type: 'outcome.received', reply: { ok: false, failure: aRefusal('price_moved') } })
    expect(actor.getSnapshot().value).toEqual({ refused: 'free' })
  })
})
test('CF15 nothing is sent before the wait that the server asked for is over', async () => {
  const { actor, clock, sent } = startSubmit(async () => ({ ok: false, failure: aRefusal('too_many', 3000) }))
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ refused: 'held' }))
  clock.increment(2999)
  actor.send({ type: 'submit', intent: { ...intent, key: 'k2' } })
  expect(sent).toEqual(['k1'])
  clock.increment(1)
  actor.send({ type: 'submit', intent: { ...intent, key: 'k2' } })
  expect(sent).toEqual(['k1', 'k2'])
})
test('CF11 restored while sending, it sends the same key', () => {
  const { actor, logic, sent } = startSubmit()
  actor.send({ type: 'submit', intent })
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  createActor(logic, { snapshot }).start()
  expect(sent).toEqual(['k1', 'k1'])
})
test('CF11 restored while unknown, it goes on asking and sends nothing', async () => {
  const { actor, logic, sent, outcome$ } = startSubmit(async () => ({ ok: false, failure: aLoss }))
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  const later = createActor(logic, { snapshot }).start()
  expect(later.getSnapshot().context.failure).toEqual(aLoss)
  outcome$.next({ type: 'outcome.received', reply: ok })
  expect(later.getSnapshot()).toMatchObject({ value: 'done', context: { value: 5 } })
  expect(sent).toEqual(['k1'])
})
test('CF11 `again` asks for the outcome at once', async () => {
  let asked = 0
  const logic = submitMachine.provide({
    actors: {
      step: aStep<Intent, unknown>(
        async () => ({ ok: false, failure: aLoss }),
        () => (asked++, NEVER),
      ),
    },
  })
  const actor = createActor(logic).start()
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
  actor.send({ type: 'again' })
  expect([asked, actor.getSnapshot().value]).toEqual([2, { submitting: { unknown: 'shown' } }])
})
test('SUBMIT-6 the state that a page shows', async () => {
  const { actor, outcome$ } = startSubmit(async () => ({ ok: false, failure: aLoss }))
  const seen = [submitStateOf(actor.getSnapshot())]
  actor.subscribe((now) => seen.push(submitStateOf(now)))
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
  outcome$.next({ type: 'outcome.received', reply: { ok: false, failure: aRefusal('price_moved') } })
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
  outcome$.next({ type: 'outcome.received', reply: ok })
  actor.send({ type: 'close' })
  expect(seen.filter((state, at) => state !== seen[at - 1])).toEqual([
    'editing',
    'submitting',
    'unknown',
    'refused',
    'submitting',
    'unknown',
    'done',
    'editing',
  ])
})
test('SUBMIT-5 an actor that was not provided fails loudly', async () => {
  const actor = createActor(stepMachine<Intent, unknown>(), { input: { change: intent } })
  const failed = new Promise((resolve) => actor.subscribe({ error: resolve }))
  actor.start()
  expect(String(await failed)).toMatch('was not provided')
})
test('SUBMIT-7 a review that is closed while the outcome is unknown opens again with it', async () => {
  const { actor, outcome$ } = startSubmit(async () => ({ ok: false, failure: aLoss }))
  const isOpen = () => actor.getSnapshot().hasTag('open')
  const seen = [isOpen()]
  actor.send({ type: 'open' })
  seen.push(isOpen())
  actor.send({ type: 'submit', intent })
  actor.send({ type: 'close' })
  seen.push(isOpen())
  await waitFor(actor, (now) => now.matches({ submitting: 'unknown' }))
  actor.send({ type: 'close' })
  seen.push(isOpen())
  outcome$.next({ type: 'outcome.received', reply: ok })
  expect([...seen, isOpen()]).toEqual([false, true, true, false, true])
})
test('SUBMIT-7 a review that is closed while it has to wait leaves a form that sends nothing before', async () => {
  const { actor, clock, sent } = startSubmit(async () => ({ ok: false, failure: aRefusal('too_many', 3000) }))
  actor.send({ type: 'submit', intent })
  await waitFor(actor, (now) => now.matches({ refused: 'held' }))
  actor.send({ type: 'close' })
  actor.send({ type: 'submit', intent: { ...intent, key: 'k2' } })
  expect([actor.getSnapshot().value, actor.getSnapshot().hasTag('busy'), sent]).toEqual(['waiting', true, ['k1']])
  clock.increment(3000)
  expect(actor.getSnapshot().value).toBe('editing')
})
