import { expect, test, type Page } from '#tests/browser/kit.ts'
import { beginWith, newUser, turnTo } from '#tests/browser/story.ts'

// Told at length because it needs a browser that shows notifications: the one from npm, with which the short stories
// must do, refuses them.
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

/** Browsers of tests reach no push service: the page is given a subscription as one would make it. */
const subscribable = (page: Page) =>
  page.addInitScript(async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const p256dh = await crypto.subtle.exportKey('raw', pair.publicKey)
    let held: object | null = null
    PushManager.prototype.subscribe = (options) => {
      held = {
        endpoint: `https://push.kontor.invalid/${crypto.randomUUID()}`,
        options,
        unsubscribe: async () => true,
        getKey: (name: string) => (name === 'auth' ? new Uint8Array(16).buffer : p256dh),
      }
      return Promise.resolve(Object(held))
    }
    PushManager.prototype.getSubscription = async () => (held === null ? null : Object(held))
  })
/** What the system shows for the app, as its worker has handed it over. */
const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data,
    })),
  )

test('PUSH-20 phone only: turned on by a tap, a push is shown while the app is closed, once, and its tap opens the page', async ({
  page,
  context,
  app,
  at,
  complaints,
}) => {
  // While the app is closed the page is a blank one, where nothing may be stored or made.
  complaints.overlook = /Access is denied for this document|generateKey/
  const member = await newUser(app.url)
  await beginWith(page, member)
  await subscribable(page)
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  await page.goto(at('/pages/notification/settings'))
  const toggle = page.getByRole('switch', { name: 'On this device' })
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await toggle.click()
  await expect(page.getByText('On, also while the app is closed')).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => JSON.stringify((await member.venue.get('api/notification/push')).body))
    .toContain('"lang":"en"')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 60_000,
    })
    .toBe('activated')

  const registrationId = await registered
  const payload = {
    v: 1,
    user: 1,
    n: 5,
    kind: 'alert',
    title: 'Price alerts',
    body: 'BTC/USDT rose to 96,500',
    path: '/pages/trade/kline?market=ETH-USDT',
    tag: 'abc',
    unread: 2,
    at: Date.now(),
  }
  const deliver = (changes: object = {}) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(app.url).origin,
      registrationId,
      data: JSON.stringify({ ...payload, ...changes }),
    })
  // Looked at, the app tells by itself.
  await deliver({ n: 4, tag: 'seen' })
  await page.goto('about:blank')
  await deliver()
  await deliver()
  await page.goto(at('/pages/index/index'))
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: payload.title, body: payload.body, tag: 'abc', data: { path: payload.path } }])

  await turnTo(page, '/pages/index/index')
  const worker = context.serviceWorkers()[0]
  await worker?.evaluate(async () => {
    const { registration } = Object(globalThis)
    const [notification] = await registration.getNotifications()
    const { NotificationEvent: Tap } = Object(globalThis)
    dispatchEvent(new Tap('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(/#\/pages\/trade\/kline\?market=ETH-USDT$/)
  expect(await shown(page)).toEqual([])
})
