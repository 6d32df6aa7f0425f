import { expect, test } from './kit.ts'

// Everywhere else the worker is blocked: what it asks for cannot be cut or delayed by a test.
test.use({ serviceWorkers: 'allow' })

test('PWA-6 after a visit the app opens without a network, says so, and shows the last prices with their age', async ({
  page,
  context,
  at,
  complaints,
}) => {
  complaints.overlook = /ERR_INTERNET_DISCONNECTED|Failed to load resource/
  await page.goto(at('/pages/index/index'))
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 60_000,
    })
    .toBe('activated')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('kontor.lastPrices')), { timeout: 60_000 })
    .toContain('BTC/USDT')
  await page.reload()
  // The files of this visit are handed to the worker some seconds after the page has come.
  const kept = () =>
    page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        )
      ).flat(),
    )
  await expect.poll(async () => (await kept()).some((url) => /\/texts-/.test(url)), { timeout: 60_000 }).toBe(true)
  expect((await kept()).filter((url) => /\/(?:api|chat|ws)\b/.test(new URL(url).pathname))).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('BTC/USDT')).toBeVisible()
  await expect(page.getByText(/不可用於交易|Not for trading/)).toBeVisible()
  await context.setOffline(false)
})
