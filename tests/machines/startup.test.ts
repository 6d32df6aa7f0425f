import { aSetting } from '#tests/support/builders/setting.ts'
import { appVersion } from '#contract/wire/limits.ts'
import { startupMachine, type Loaded } from '#machines/platform/startup.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

const loaded = (minCode = 100): Loaded => ({
  setting: aSetting({ min_version_code: minCode }),
  verification: false,
})
const startApp = (...answers: (Loaded | null)[]) => {
  const clock = new SimulatedClock()
  const published: (Loaded | null)[] = []
  const logic = startupMachine.provide({
    actors: { load: fromPromise<Loaded | null>(async () => answers.shift() ?? null) },
    actions: { publishLoaded: (_, params) => void published.push(params.loaded) },
  })
  return { actor: createActor(logic, { clock }).start(), clock, published }
}
type Now = { value: unknown }
const isAt = (leaf: string) => (now: Now) => leavesOf(now.value).includes(leaf)

test('BOOT-1 the app starts on the settings of the server, and shows the failure while there are none', async () => {
  const { actor, clock, published } = startApp(null, null, loaded())
  await waitFor(actor, isAt('failed.waiting'))
  clock.increment(1000)
  expect(actor.getSnapshot().value).toEqual({ failed: 'asking' })
  await waitFor(actor, (now) => now.matches({ failed: 'waiting' }) && now.context.failures === 2)
  clock.increment(1999)
  expect(actor.getSnapshot().value).toEqual({ failed: 'waiting' })
  actor.send({ type: 'retry' })
  await waitFor(actor, isAt('ready.settled'))
  expect(published).toEqual([loaded()])
})
test('BOOT-1 loading that breaks shows the failure, and is tried again', async () => {
  const answers = [() => Promise.reject(new Error('no network')), async () => loaded()]
  const logic = startupMachine.provide({
    actors: { load: fromPromise<Loaded | null>(() => answers.shift()?.() ?? Promise.resolve(null)) },
    actions: { publishLoaded: () => undefined },
  })
  const actor = createActor(logic, { clock: new SimulatedClock() }).start()
  const { context } = await waitFor(actor, isAt('failed.waiting'))
  expect(context.failures).toBe(1)
  actor.send({ type: 'retry' })
  await waitFor(actor, isAt('ready.settled'))
})
test('CF23 an app that is too old for this server shows that', async () => {
  const { actor } = startApp(loaded(appVersion.code + 1))
  const { value } = await waitFor(actor, isAt('tooOld'))
  expect(value).toBe('tooOld')
})
test('CF23 any later reply may report that the app is too old', async () => {
  const { actor } = startApp(loaded())
  await waitFor(actor, isAt('ready.settled'))
  actor.send({ type: 'app.tooOld' })
  expect(actor.getSnapshot().value).toBe('tooOld')
})
test('BOOT-2 changed settings are loaded while the app goes on', async () => {
  const { actor, published } = startApp(loaded(), loaded(99))
  await waitFor(actor, isAt('ready.settled'))
  actor.send({ type: 'settings.changed' })
  expect(actor.getSnapshot().value).toEqual({ ready: 'renewing' })
  await waitFor(actor, isAt('ready.settled'))
  expect(published.map((each) => each?.setting.min_version_code)).toEqual([100, 99])
})
test('BOOT-3 every state is covered here', () =>
  expect(leaves(startupMachine).toSorted()).toEqual([
    'failed.asking',
    'failed.waiting',
    'loading',
    'ready.renewing',
    'ready.settled',
    'tooOld',
  ]))
