import type { Failure, Reply } from '#contract/wire/reply.ts'
import {
  isLost,
  lossOf,
  stepMachine,
  stepping,
  type Intent,
  type OutcomeReceived,
  type StepSnapshot,
} from '#machines/kit/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { leaves } from '#tests/kit/walk.ts'
import { NEVER, Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { assign, createActor, setup, waitFor, type Snapshot } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const change: Intent = { key: 'k1', body: { id: 1 } }
const done: Reply<string> = { ok: true, value: 'done' }
const refused: Reply<string> = { ok: false, failure: aRefusal('state_moved') }
const lost: Reply<string> = { ok: false, failure: aLoss }
const over: Reply<string> = { ok: false, failure: { kind: 'notLoggedIn' } }
const seen = new Set<unknown>()

const provide = (answer: () => Promise<Reply<string>> = () => never) => {
  const outcome$ = new Subject<OutcomeReceived<string>>()
  const sent: Intent[] = []
  const asked: Intent[] = []
  const logic = aStep<Intent, string>(
    (intent) => (sent.push(intent), answer()),
    (intent) => new Observable((observer) => (asked.push(intent), outcome$.subscribe(observer))),
  )
  const start = (snapshot?: Snapshot<unknown>) => {
    const actor = createActor(logic, { input: { change }, ...(snapshot && { snapshot }) })
    actor.subscribe(({ value }) => void seen.add(value))
    return actor.start()
  }
  const receive = (reply: Reply<string | null>) => outcome$.next({ type: 'outcome.received', reply })
  return { logic, start, receive, sent, asked, outcome$ }
}

test.each([
  ['done', done],
  ['refused', refused],
] as const)('STEP-1 %s: the change is sent once, with its key, and ends with its outcome', async (_, reply) => {
  const { start, sent, asked } = provide(async () => reply)
  const actor = start()
  expect(isLost(actor.getSnapshot())).toBe(false)
  const { output, status } = await waitFor(actor, (now) => now.matches('known'))
  expect([status, output]).toEqual(['done', reply])
  expect([sent, asked]).toEqual([[change], []])
})
test.each([
  ['no answer', lost, aLoss],
  ['a login that is over', over, { kind: 'notLoggedIn' }],
] as const)('STEP-2 %s: the outcome is asked for under the same key until it is known', async (_, reply, failure) => {
  const { start, receive, sent, asked } = provide(async () => reply)
  const actor = start()
  const now = await waitFor(actor, isLost)
  expect([now.status, lossOf(now)]).toEqual(['active', failure])
  receive(lost)
  receive(over)
  expect(actor.getSnapshot().value).toBe('unknown')
  receive(refused)
  expect(actor.getSnapshot()).toMatchObject({ value: 'known', output: refused })
  expect([sent, asked]).toEqual([[change], [change]])
})
test('STEP-2 done without a stored value counts as known', async () => {
  const { start, receive } = provide(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  receive({ ok: true, value: null })
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { ok: true, value: null } })
})
test('STEP-2 after a client bug while sending the outcome is unknown', async () => {
  const { start } = provide(() => Promise.reject(new Error('bug')))
  const now = await waitFor(start(), isLost)
  expect(lossOf(now)).toBeNull()
})
test('STEP-2 `again` restarts the asking, and the change is not sent again', async () => {
  const { start, asked, sent, outcome$ } = provide(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  actor.send({ type: 'again' })
  expect([asked.length, sent.length, outcome$.observed]).toEqual([2, 1, true])
})
test('STEP-3 restored while sending, it sends again under the same key', () => {
  const { start, sent } = provide()
  const actor = start()
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  start(snapshot)
  expect(sent).toEqual([change, change])
})
test('STEP-3 restored while unknown, it goes on asking and sends nothing', async () => {
  const { start, sent, asked, receive } = provide(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  const later = start(snapshot)
  receive(done)
  expect(later.getSnapshot().output).toEqual(done)
  expect([sent.length, asked.length]).toEqual([1, 2])
})
test('STEP-3 a stopped step asks no more', async () => {
  const { start, outcome$ } = provide(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  actor.stop()
  expect(outcome$.observed).toBe(false)
})
test('STEP-2 only the server ends a step: no event of the page leads to another state', () => {
  const { logic } = provide()
  const paths = getShortestPaths(logic, { input: { change }, events: [{ type: 'again' }], limit: 20 })
  const reached = paths.map(({ state }) => state.value)
  expect([...new Set(reached)]).toEqual(['sending'])
})
test('STEP-1 every state was reached here', () =>
  expect(leaves(stepMachine()).filter((leaf) => !seen.has(leaf))).toEqual([]))
test('STEP-1 a step without its actors fails loudly', async () => {
  const actor = createActor(stepMachine<Intent, string>(), { input: { change } })
  const failed = new Promise((resolve) => actor.subscribe({ error: resolve }))
  actor.start()
  expect(String(await failed)).toContain('was not provided')
})
test('STEP-1 a machine in the midst of a step shows its outcome as unknown only once the answer is lost', async () => {
  const none: { step: Intent | null; failure: Failure | null } = { step: change, failure: null }
  const children: { step: 'step' } = { step: 'step' }
  const replies: ((reply: Reply<string>) => void)[] = []
  const stored: Reply<unknown>[] = []
  const machine = setup({
    types: { context: none, children },
    actors: {
      step: aStep<Intent, string>(
        () => new Promise((answer) => void replies.push(answer)),
        () => NEVER,
      ),
    },
    guards: { isLost: (_, { step }: { step: StepSnapshot }) => isLost(step) },
    actions: {
      storeReply: (_, params: { reply: Reply<unknown> }) => void stored.push(params.reply),
      storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    },
  }).createMachine({
    id: 'owner',
    context: none,
    initial: 'busy',
    states: { busy: stepping<Intent, string, 'done', 'refused'>(change, 'done', 'refused'), done: {}, refused: {} },
  })
  for (const [reply, state] of [
    [done, 'done'],
    [refused, 'refused'],
  ] as const) {
    const other = createActor(machine).start()
    replies.pop()?.(reply)
    expect((await waitFor(other, (now) => !now.hasTag('busy'))).value).toBe(state)
  }
  expect(stored).toEqual([done, refused])
  const actor = createActor(machine).start()
  expect(actor.getSnapshot().value).toEqual({ busy: 'sending' })
  replies.pop()?.(lost)
  const { context } = await waitFor(actor, (now) => now.matches({ busy: 'unknown' }))
  expect(context.failure).toEqual(aLoss)
})
