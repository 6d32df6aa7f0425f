import { notificationKinds } from '#contract/wire/notification.ts'
import { languages } from '#contract/wire/languages.ts'
import { sha256 } from '#contract/wire/sha256.ts'
import { sayEvent } from '#src/app/say-event.ts'
import { DevicesPage } from '#src/features/account/devices-page.tsx'
import { NotificationSettingsPage } from '#src/features/notification/settings-page.tsx'
import { fakePush, venueKey } from '#tests/support/push/fake-push.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const endpoint = 'https://push.kontor.test/send/new1'
const device = { digest: sha256(endpoint), lang: 'en', hides: 0, is_failing: 0 }
const state = said({ head: 0, read_n: 0, unread: 0, off: [], rev: 1 })
const ok = (data: unknown) => ({ type: 'ok', message: 'Done.', data })
const open = (push: object, more: Readonly<Record<string, unknown>> = {}) =>
  showPage(<NotificationSettingsPage />, {
    answers: { '/api/notification/state': state, '/api/notification/push': said(push), ...more },
  })
const row = () => screen.findByRole('region', { name: 'On this device' })
const find = () => screen.findByRole('switch', { name: 'On this device' })

test('PUSH-17 the browser asks at the tap alone; then the switch is on, and off again', async () => {
  const browser = fakePush()
  const { asked } = await open(
    { key: venueKey, device: null },
    {
      '/api/notification/push/start': ok({ key: venueKey, device }),
      '/api/notification/push/end': ok({ key: venueKey, device: null }),
    },
  )
  const toggle = await find()
  expect([toggle.getAttribute('aria-checked'), browser.done]).toEqual(['false', []])
  await userEvent.click(toggle)
  await waitFor(async () => expect(await row()).toHaveTextContent('On, also while the app is closed'))
  expect([toggle.getAttribute('aria-checked'), browser.done]).toEqual(['true', ['asked', 'subscribed true']])
  await userEvent.click(toggle)
  await waitFor(async () => expect(await row()).toHaveTextContent('Off. Turn it on'))
  expect(browser.endpoint()).toBeNull()
  expect(asked.filter(({ path }) => path.includes('/push/')).map(({ path }) => path)).toEqual([
    '/api/notification/push/start',
    '/api/notification/push/end',
  ])
})
test('PUSH-17 a refused right leaves the switch off and says why; blocked for good it cannot be tapped and says how to unblock', async () => {
  fakePush({ asked: 'denied' })
  await open({ key: venueKey, device: null })
  await userEvent.click(await find())
  expect(await screen.findByRole('alert')).toHaveTextContent('The browser was not given permission.')
  expect(await row()).toHaveTextContent('Blocked in the browser. Allow notifications for this site')
  expect(await find()).toBeDisabled()
})
test('PUSH-17 a browser without push says so, and cannot be tapped', async () => {
  await open({ key: venueKey, device: null })
  expect(await row()).toHaveTextContent('This browser cannot receive notifications.')
  expect(await find()).toBeDisabled()
})
test('PUSH-17 a push service that takes nothing is told', async () => {
  fakePush({ right: 'granted', endpoint })
  await open({ key: venueKey, device: { ...device, is_failing: 1 } })
  expect(await row()).toHaveTextContent('On, but the last ones did not arrive.')
  expect(await find()).toHaveAttribute('aria-checked', 'true')
})
test('PUSH-17 a subscription that this browser has lost counts as off', async () => {
  fakePush({ right: 'granted' })
  await open({ key: venueKey, device })
  expect(await row()).toHaveTextContent('Off. Turn it on')
})
test('PUSH-17 what the browser or the venue refuses is said, and the switch goes back', async () => {
  fakePush({ right: 'granted', accepts: false })
  await open({ key: venueKey, device: null })
  await userEvent.click(await find())
  expect(await screen.findByRole('alert')).toHaveTextContent('The browser did not accept it.')
  expect(await find()).toHaveAttribute('aria-checked', 'false')
})
test('PUSH-17 a refusal of the venue is said in its sentence', async () => {
  fakePush({ right: 'granted' })
  await open(
    { key: venueKey, device: null },
    { '/api/notification/push/start': { type: 'error', message: 'x', reason: 'push_endpoint' } },
  )
  await userEvent.click(await find())
  expect(await screen.findByRole('alert')).toHaveTextContent('This browser names a push service that cannot be used.')
})
test('PUSH-17 a venue that sends none has no switch', async () => {
  fakePush()
  await open({ key: null, device: null })
  expect(await screen.findByRole('switch', { name: 'Fills' })).toBeVisible()
  expect(screen.queryByRole('switch', { name: 'On this device' })).toBeNull()
})
test.each(languages)('PUSH-17 the switch is there in %s', async (lang) => {
  fakePush()
  await showPage(<NotificationSettingsPage />, {
    lang,
    answers: { '/api/notification/state': state, '/api/notification/push': said({ key: venueKey, device: null }) },
  })
  expect(await screen.findAllByRole('switch')).toHaveLength(notificationKinds.length + 1)
})

test('PUSH-14 what the system still shows is gone when everything has been read, on whichever device', async () => {
  const browser = fakePush()
  const changed = (unread: number) =>
    sayEvent({ ev: 'notification.changed', v: { head: 2, read_n: 2 - unread, unread, off: [], rev: 2 }, why: 'read' })
  changed(1)
  await new Promise((done) => setImmediate(done))
  expect(browser.shown()).toEqual(['a', 'b'])
  changed(0)
  await waitFor(() => expect(browser.shown()).toEqual([]))
})

test('PUSH-11 the page of devices tells which are sent notifications, and stops it for another one', async () => {
  const login = {
    device: 'Chrome · Android',
    place: null,
    since_time: '2026-01-05 00:00:00',
    used_time: '2026-01-05 00:00:00',
  }
  const list = [
    { ...login, id: 'a', is_this: 1, push: 1 },
    { ...login, id: 'b', is_this: 0, push: 1 },
    { ...login, id: 'c', is_this: 0 },
  ]
  const { asked } = await showPage(<DevicesPage />, {
    answers: {
      '/api/user/logins': said({ list, server_now_ms: 0 }),
      '/api/notification/push/end': ok({ key: venueKey, device }),
    },
  })
  const stops = await screen.findAllByRole('button', { name: /^Stop notifications/ })
  expect([stops.length, screen.getAllByText(/Notifications on/).length]).toEqual([1, 2])
  await userEvent.click(screen.getByRole('button', { name: /^Stop notifications/ }))
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/push/end')).map(({ body }) => body)).toEqual([{ id: 'b' }]),
  )
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/user/logins'))).toHaveLength(2))
})
