import type { Reply } from '#contract/wire/reply.ts'
import { isLost, lossOf, stepMachine, type Intent, type OutcomeReceived } from '#machines/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/client-builders.ts'
import { leaves } from '#tests/support/walk.ts'
import { Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, waitFor, type Snapshot } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const change: Intent = { key: 'k1', body: { id: 1 } }
const done: Reply<string> = { ok: true, value: 'done' }
const refused: Reply<string> = { ok: false, failure: aRefusal('state_moved') }
const lost: Reply<string> = { ok: false, failure: aLoss }
const over: Reply<string> = { ok: false, failure: { kind: 'notLoggedIn' } }
const seen = new Set<unknown>()

const begin = (answer: () => Promise<Reply<string>> = () => never) => {
  const told$ = new Subject<OutcomeReceived<string>>()
  const carried: Intent[] = []
  const asked: Intent[] = []
  const logic = aStep<Intent, string>(
    (intent) => (carried.push(intent), answer()),
    (intent) => new Observable((listener) => (asked.push(intent), told$.subscribe(listener))),
  )
  const start = (snapshot?: Snapshot<unknown>) => {
    const actor = createActor(logic, { input: { change }, ...(snapshot && { snapshot }) })
    actor.subscribe(({ value }) => void seen.add(value))
    return actor.start()
  }
  const tell = (reply: Reply<string | null>) => told$.next({ type: 'outcome.received', reply })
  return { logic, start, tell, carried, asked, told$ }
}

test.each([['done', done], ['refused', refused]] as const)('STEP-1 %s: it leaves once, with its key, and reports what became of it', async (_, reply) => {
  const { start, carried, asked } = begin(async () => reply)
  const actor = start()
  expect(isLost(actor.getSnapshot())).toBe(false)
  const { output, status } = await waitFor(actor, (now) => now.matches('known'))
  expect([status, output]).toEqual(['done', reply])
  expect([carried, asked]).toEqual([[change], []])
})
test.each([
  ['no answer', lost, aLoss],
  ['a login that is over', over, { kind: 'notLoggedIn' }],
] as const)('STEP-2 %s is no verdict: its outcome is asked for under the same key until it is known', async (_, reply, failure) => {
  const { start, tell, carried, asked } = begin(async () => reply)
  const actor = start()
  const now = await waitFor(actor, isLost)
  expect([now.status, lossOf(now)]).toEqual(['active', failure])
  tell(lost)
  tell(over)
  expect(actor.getSnapshot().value).toBe('unknown')
  tell(refused)
  expect(actor.getSnapshot()).toMatchObject({ value: 'known', output: refused })
  expect([carried, asked]).toEqual([[change], [change]])
})
test('STEP-2 done, but its value is not stored: known all the same', async () => {
  const { start, tell } = begin(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  tell({ ok: true, value: null })
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { ok: true, value: null } })
})
test('STEP-2 a bug of ours on the way is no verdict either, and no answer', async () => {
  const { start } = begin(() => Promise.reject(new Error('bug')))
  const now = await waitFor(start(), isLost)
  expect(lossOf(now)).toBeNull()
})
test('STEP-2 asked again by hand it begins to ask anew, and nothing leaves twice', async () => {
  const { start, asked, carried, told$ } = begin(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  actor.send({ type: 'again' })
  expect([asked.length, carried.length, told$.observed]).toEqual([2, 1, true])
})
test('STEP-3 restored on the way it leaves again under the same key', () => {
  const { start, carried } = begin()
  const actor = start()
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  start(snapshot)
  expect(carried).toEqual([change, change])
})
test('STEP-3 restored while nobody knows it asks on, and nothing leaves', async () => {
  const { start, carried, asked, tell } = begin(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  const snapshot = actor.getPersistedSnapshot()
  actor.stop()
  const later = start(snapshot)
  tell(done)
  expect(later.getSnapshot().output).toEqual(done)
  expect([carried.length, asked.length]).toEqual([1, 2])
})
test('STEP-3 left alone it asks no more', async () => {
  const { start, told$ } = begin(async () => lost)
  const actor = start()
  await waitFor(actor, isLost)
  actor.stop()
  expect(told$.observed).toBe(false)
})
test('STEP-2 only the server ends it: by no event of the page is another state reached', () => {
  const { logic } = begin()
  const reached = getShortestPaths(logic, { input: { change }, events: [{ type: 'again' }], limit: 20 }).map(({ state }) => state.value)
  expect([...new Set(reached)]).toEqual(['carrying'])
})
test('STEP-1 every state has its story here', () => expect(leaves(stepMachine()).filter((leaf) => !seen.has(leaf))).toEqual([]))
test('STEP-1 without its actors it fails loudly', async () => {
  const actor = createActor(stepMachine<Intent, string>(), { input: { change } })
  const failed = new Promise((resolve) => actor.subscribe({ error: resolve }))
  actor.start()
  expect(String(await failed)).toContain('was not provided')
})
