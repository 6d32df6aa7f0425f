import { answer, startHttpProxy, type Fate, type Judge } from '#tests/support/proxy-http.ts'
import { expectNotBlank, faultyTrade, lost } from './faults.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser } from './story.ts'

const failed = (page: Page) => page.getByRole('heading', { level: 1, name: 'This page could not be shown' })
const js = { 'content-type': 'text/javascript' }
/** All the ways in which the code of a page can fail to load. */
const ways: readonly { readonly name: string; readonly fate: Fate }[] = [
  { name: '404', fate: { instead: answer(404, '{"type":"error"}') } },
  { name: 'another type', fate: { instead: answer(200, 'export const x = 1', { 'content-type': 'text/plain' }) } },
  {
    name: 'HTML instead',
    fate: { instead: answer(200, '<!doctype html><title>hotel</title>', { 'content-type': 'text/html' }) },
  },
  { name: 'cut', fate: 'cutWithin' },
  { name: 'a line that breaks', fate: 'lostBefore' },
]
const isPageCode = (path: string, page: string) => new RegExp(`/assets/${page}-page-[^/]*\\.js`).test(path)
const reloads = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('navigation').length + Number(sessionStorage.getItem('kontor.reloaded') !== null),
  )
const goTo = (page: Page, route: string) => page.evaluate((to) => (location.hash = to), route)

for (const { name, fate } of ways)
  test(`CF22 the code of a page is received as ${name}: one reload, then a message with a retry; input is kept`, async ({
    page,
    app,
    complaints,
  }) => {
    complaints.overlook = lost
    await using story = await faultyTrade(page, app.url)
    const { proxy, trade } = story
    await trade.quantity.fill('0.0125')
    let loads = 0
    page.on('load', () => (loads += 1))
    proxy.judge(({ path }) => (isPageCode(path, 'assets') ? fate : 'pass'))
    await goTo(page, '/pages/assets/index')
    await expect(failed(page)).toBeVisible()
    // The message may be painted before the browser reports the load of the page.
    await expect.poll(() => loads).toBe(1)
    expect(await reloads(page)).toBe(2)
    // Other pages are not affected.
    await goTo(page, '/pages/trade/index')
    await expect(trade.quantity).toHaveValue('0.0125')
    await goTo(page, '/pages/assets/index')
    await expect(failed(page)).toBeVisible()
    expect(loads).toBe(1)
    proxy.restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('10,000').first()).toBeVisible()
  })

test('CF22 the code of a page hangs: a placeholder, and after one minute a message with a retry', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await page.clock.install()
  await using story = await faultyTrade(page, app.url)
  const { proxy } = story
  const held: (() => void)[] = []
  proxy.judge(({ path }) =>
    isPageCode(path, 'assets') ? new Promise((settle) => held.push(() => settle('pass'))) : 'pass',
  )
  await goTo(page, '/pages/assets/index')
  await expect(page.getByRole('status', { name: 'Loading page' })).toBeVisible()
  await page.clock.fastForward(59_000)
  await expect(failed(page)).toHaveCount(0)
  await page.clock.fastForward(2000)
  await expect(failed(page)).toBeVisible()
  await expect(page.getByText('The page could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const release of held) release()
  await expect(page.getByText('10,000').first()).toBeVisible()
})

test('CF22 the locale file of a page is missing: keys are never shown', async ({ page, app, complaints }) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy } = story
  proxy.judge(({ path }) => (/\/assets\/assets-[^/]*\.js/.test(path) ? { instead: answer(404, '', js) } : 'pass'))
  await goTo(page, '/pages/assets/index')
  await expect(failed(page)).toBeVisible({ timeout: 30_000 })
  proxy.restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('10,000').first()).toBeVisible()
})

test('CF22 CF23 the entry chunk is missing: no blank page, and a retry', async ({ page, app, complaints }) => {
  complaints.overlook = lost
  await using proxy = await startHttpProxy(app.url)
  await beginWith(page, await newUser(app.url))
  for (const part of ['index', 'kit', 'engine', 'shell'])
    await test.step(part, async () => {
      proxy.judge(({ path }) =>
        new RegExp(`/assets/${part}-[^/]*\\.js`).test(path) ? { instead: answer(404) } : 'pass',
      )
      await page.goto(`${proxy.url}?${part}#/pages/trade/index`)
      await expectNotBlank(page)
      proxy.restore()
    })
  await page.goto(`${proxy.url}#/pages/trade/index`)
  await expect(page.getByRole('form', { name: 'Order form' })).toBeVisible()
})

const settingsSaying = (fields: Readonly<Record<string, number>>): Fate => ({
  headers: { 'accept-encoding': 'identity' },
  rewrite: ({ status, headers, body }) => {
    const said = JSON.parse(String(body))
    return { status, headers, body: JSON.stringify({ ...said, message: { ...said.message, ...fields } }) }
  },
})
const isSettings = (path: string) => path.startsWith('/api/config/getSetting')

test('CF23 a cached old client mentions a newer release; one that is too old shows only that', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using proxy = await startHttpProxy(app.url)
  await beginWith(page, await newUser(app.url))
  const form = page.getByRole('form', { name: 'Order form' })
  const tooOld = page.getByText('This version of the app is too old. Reload to get the newest one.')

  const steps: readonly (readonly [name: string, judge: Judge, isTooOld: boolean])[] = [
    [
      'too old, by the first change that is refused',
      ({ path }) => (/^\/(?:api|chat)\//.test(path) ? { headers: { 'app-version': '0' } } : 'pass'),
      true,
    ],
    ['older', ({ path }) => (isSettings(path) ? settingsSaying({ version_code: 9999 }) : 'pass'), false],
    [
      'too old, by the settings',
      ({ path }) => (isSettings(path) ? settingsSaying({ version_code: 9999, min_version_code: 9999 }) : 'pass'),
      true,
    ],
  ]
  for (const [name, judge, isTooOld] of steps)
    await test.step(name, async () => {
      proxy.judge(judge)
      if (page.url() === 'about:blank') await page.goto(`${proxy.url}#/pages/trade/index`)
      else await page.reload()
      if (!isTooOld) await expect(page.getByText('A newer version is out.')).toBeVisible()
      await expect(tooOld).toHaveCount(isTooOld ? 1 : 0)
      await expect(form).toHaveCount(isTooOld ? 0 : 1)
    })
  proxy.restore()
  await page.getByRole('button', { name: 'Reload the app' }).click()
  await expect(form).toBeVisible()
})
