import { createMemoryVenue } from '#server/memory.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { startupMachine, type Loaded } from '#machines/platform/startup.ts'
import { verificationCodeMachine } from '#machines/session/verification-code.ts'
import { connectionLogic } from '#src/actors/connection.actors.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { textOf } from '#tests/support/files.ts'
import { createDevice } from './device.ts'
import { forced } from './force.ts'
import { stages } from './scripts.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

test('INS-12 example 1: start a venue in memory', async () => {
  const { venue, ask, bugs } = createMemoryVenue({ seed: 1 })
  const { answer } = await ask('GET /api/config/getSetting', { keyword: 'name' })
  expect([answer, bugs]).toEqual([{ type: 'ok', message: { name: 'Kontor' } }, []])
  expect(venue.ctx.tables.users.get(1)).not.toBe(null)
})

test('INS-12 example 2: script frames over mock-socket', async () => {
  const script = await (stages[0] ?? { open: () => Promise.reject(new Error('no stage')) }).open()
  const { logic, connection } = connectionLogic({
    dial: script.dial,
    chance: () => 0,
    steadyMs: () => 0,
    credentials: () => ({ login: 1, token: 't', lang: 'en', device: 'd', tab: 't' }),
  })
  const heard: unknown[] = []
  connection.messages$.subscribe((message) => heard.push(message))
  const actor = createActor(logic, { input: defaultWaits }).start()
  actor.send({ type: 'connect' })
  await waitFor(actor, (now) => now.matches({ link: { wanted: { attached: 'live' } } }))
  script.peers[0]?.say({ c: 'quotes', k: 'snap', e: 'e1', s: 1, t: 0, d: [] })
  expect(heard).toEqual([{ c: 'quotes', k: 'snap', e: 'e1', s: 1, t: 0, d: [] }])
  actor.stop()
  await script.stop()
})

test('INS-12 example 3: turn the clock', async () => {
  const { clock } = createMemoryVenue({ seed: 1 })
  const device = createDevice(clock)
  let asked = 0
  const load = fromPromise<Loaded | null>(async () => ((asked += 1), null))
  const actor = createActor(startupMachine.provide({ actors: { load } }), { clock: device.chart }).start()
  await waitFor(actor, (now) => now.matches({ failed: 'waiting' }))
  device.live(999)
  expect(asked).toBe(1)
  device.live(1)
  await waitFor(actor, (now) => now.matches({ failed: 'waiting' }) && now.context.failures === 2)
  expect(asked).toBe(2)
  actor.stop()
})

test('INS-12 example 4: drive a machine', () => {
  const walk = forced(verificationCodeMachine)
  const sending = walk.next([null], walk.start([null]), walk.event('ask', true))
  const settled = walk.next([null], sending, walk.event('xstate.done.actor.0.verificationCode.sending', true))
  expect([sending.value, settled.value]).toEqual(['sending', 'ready'])
})

test('INS-12 example 5: wait for a state', async () => {
  const load = fromPromise<Loaded | null>(async () => ({ setting: aSetting(), verification: false }))
  const actor = createActor(startupMachine.provide({ actors: { load } })).start()
  const ready = await waitFor(actor, (now) => now.matches('ready'))
  expect(ready.value).toEqual({ ready: 'settled' })
  actor.stop()
})

test('INS-12 the examples of the kit are printed as they run', () => {
  const code = textOf('tests/kit/examples.test.ts')
  const printed = [...textOf('tests/kit/README.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) =>
    text.trim(),
  )
  expect(printed.length).toBe(5)
  expect(printed.filter((text) => !code.includes(text))).toEqual([])
})
