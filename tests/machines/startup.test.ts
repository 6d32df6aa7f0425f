import type { Setting } from '#contract/platform/platform.ts'
import { appVersion } from '#contract/wire/limits.ts'
import { startupMachine, type Loaded } from '#machines/platform/startup.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

const setting = (min_version_code: number): Setting => ({
  name: 'Kontor',
  version: '1.0.0',
  version_code: 100,
  min_version_code,
  demo: true,
  verification: '0',
  languages: ['hk'],
  default_language: 'hk',
  base_currency_id: 3,
  fiats: [],
  networks: {},
  kyc_gates: {},
  withdraw_per_day: 3,
  withdraw_credited_hours: 12,
  withdraw_code: false,
  address_hold_ms: 0,
  credential_hold_ms: 0,
  coin_trade_fee: '0.001',
  user_set_stopprice: false,
  open_lever_entrust: false,
  lever_warn_hazard_rate: '0',
  lever_burst_hazard_rate: '0',
  otc: { bail: '0', bail_currency_id: 3, fee_rate: '0', pay_minutes: [], confirm_minutes: 15, unfinished_max: 3 },
  gift: { fee_rate: '0', min: '0', max: '0' },
  red_packet: { max: 200, scale: 2, hours: 24, currency_id: 3 },
  revoke_ms: 0,
  upload: { max_bytes: 1, types: [], folders: [] },
  news_categories: {},
  chat_base: '/chat',
  customer_url: null,
  features: {},
  default_powers: [],
  server_now_ms: 0,
})
const loaded = (minCode = 100): Loaded => ({ setting: setting(minCode), verification: false })
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
