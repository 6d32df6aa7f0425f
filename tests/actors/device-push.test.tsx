import { sha256 } from '#contract/wire/sha256.ts'
import { syncPush, turnOffPush, turnOnPush } from '#src/actors/device-push.ts'
import { createServices } from '#src/app/system.ts'
import { forgetPersonal } from '#src/lib/personal.ts'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { useSession } from '#src/stores/session.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { fakePush, venueKey } from '#tests/support/push/fake-push.ts'
import { serve } from '#tests/support/services.tsx'
import { beforeEach, expect, test } from 'vitest'

const account = aUser().id
type Device = { digest: string; lang: string; hides: 0 | 1; is_failing: 0 | 1 } | null
const made = (n = 1) => `https://push.kontor.test/send/new${n}`
const deviceOf = (endpoint: string, changes: Partial<NonNullable<Device>> = {}): Device => ({
  digest: sha256(endpoint),
  lang: 'en',
  hides: 0,
  is_failing: 0,
  ...changes,
})
/** The venue's answers, and the calls made of it. */
const venue = (device: Device) => {
  const answers: Record<string, unknown> = {
    '/api/notification/push': { type: 'ok', message: { key: venueKey, device } },
    '/api/notification/push/start': { type: 'ok', message: 'Done.', data: { key: venueKey, device: deviceOf(made()) } },
    '/api/notification/push/end': { type: 'ok', message: 'Done.', data: { key: venueKey, device: null } },
  }
  const asked = serve(answers)
  const { request } = createServices({ fetch: globalThis.fetch }).services
  return {
    request,
    changes: () =>
      asked
        .filter(({ path }) => path !== '/api/notification/push')
        .map(({ path, body }) => [path.split('/').at(-1), body['endpoint'] ?? null, body['hides'] ?? null]),
    answer: (next: Device) =>
      (answers['/api/notification/push'] = { type: 'ok', message: { key: venueKey, device: next } }),
  }
}
const login = (token: string) => useSession.setState({ phase: 'in', token, user: aUser(), login: 1 })
beforeEach(() => {
  localStorage.clear()
  useSettings.setState({ ...firstSettings, lang: 'en', hideBalances: false })
  useAutoLock.setState({ minutes: 0 })
  login('token-one')
})

test('PUSH-18 turned on, the browser is subscribed and the venue told; turned off, both forget it', async () => {
  const browser = fakePush({ right: 'granted' })
  const { request, changes } = venue(null)
  expect(await turnOnPush(request, account, venueKey)).toMatchObject({
    state: { device: { lang: 'en' } },
    push: { endpoint: made(), key: venueKey },
  })
  expect(await turnOffPush(request, account)).toEqual({ state: { key: venueKey, device: null }, push: null })
  expect([changes(), browser.done, browser.endpoint()]).toEqual([
    [
      ['start', made(), 0],
      ['end', null, null],
    ],
    ['subscribed true', 'unsubscribed'],
    null,
  ])
})
test('PUSH-18 without the right or a push service nothing is told to the venue, and a subscription for another key is replaced', async () => {
  const { request, changes } = venue(null)
  fakePush({ right: 'denied' })
  expect(await turnOnPush(request, account, venueKey)).toEqual({ fault: 'denied' })
  fakePush({ right: 'granted', accepts: false })
  expect(await turnOnPush(request, account, venueKey)).toEqual({ fault: 'browser' })
  expect(changes()).toEqual([])
  const browser = fakePush({
    right: 'granted',
    endpoint: 'https://push.kontor.test/send/old',
    key: new ArrayBuffer(65),
  })
  await turnOnPush(request, account, venueKey)
  expect([browser.done, browser.endpoint()]).toEqual([['unsubscribed', 'subscribed true'], made()])
})

/** Turned on in this login; what is asked afterwards is counted. */
const turnedOn = async () => {
  const browser = fakePush({ right: 'granted' })
  const world = venue(deviceOf(made()))
  await turnOnPush(world.request, account, venueKey)
  return { browser, ...world, since: () => world.changes().slice(1) }
}
test('PUSH-19 while nothing has changed nothing is told; language and hiding are', async () => {
  const { request, since } = await turnedOn()
  await syncPush(request, account)
  expect(since()).toEqual([])
  useSettings.setState({ hideBalances: true })
  await syncPush(request, account)
  useSettings.setState({ hideBalances: false, lang: 'th' })
  await syncPush(request, account)
  expect(since()).toEqual([
    ['start', made(), 1],
    ['start', made(), 0],
  ])
})
test('PUSH-19 in a browser that locks itself no sums are sent, whatever is hidden inside', async () => {
  const { request, since, answer } = await turnedOn()
  useAutoLock.setState({ minutes: 5 })
  await syncPush(request, account)
  answer(deviceOf(made(), { hides: 1 }))
  await syncPush(request, account)
  useAutoLock.setState({ minutes: 0 })
  await syncPush(request, account)
  expect(since()).toEqual([
    ['start', made(), 1],
    ['start', made(), 0],
  ])
})
test('PUSH-19 after a new login of the same person it goes on; ended by another device it stays off', async () => {
  const { request, since, answer, browser } = await turnedOn()
  answer(null)
  login('token-two')
  await syncPush(request, account)
  expect(since()).toEqual([['start', made(), 0]])
  await syncPush(request, account)
  expect([since().length, browser.endpoint()]).toEqual([1, null])
  answer(null)
  login('token-three')
  await syncPush(request, account)
  expect(since()).toHaveLength(1)
})
test('PUSH-19 a browser that has renewed its subscription is told to the venue; nothing is asked of one that never was, nor after a logout', async () => {
  const { request, since } = await turnedOn()
  fakePush({ right: 'granted', endpoint: 'https://push.kontor.test/send/renewed' })
  await syncPush(request, account)
  expect(since()).toEqual([['start', 'https://push.kontor.test/send/renewed', 0]])
  forgetPersonal(account)
  await syncPush(request, account)
  await syncPush(request, account + 1)
  expect(since()).toHaveLength(1)
})
