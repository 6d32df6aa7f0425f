import { startApp } from '#tests/support/app.ts'
import { startSlowProxy } from '#tests/support/proxy-slow.ts'
import { banner, buy, faultyTrade, isOrderCall, lost } from './faults.ts'
import { expect, test } from './kit.ts'
import { beginWith, expectTrueBook, newUser, ordersOf, tradePage } from './story.ts'

const rightAgainMs = 5000

test('CF16 the server is killed with open pages and during a snapshot: all are correct five seconds after its restart', async ({
  page,
  context,
  complaints,
}) => {
  complaints.overlook = lost
  await using app = await startApp()
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, old, member } = story
  const assets = await context.newPage()
  await beginWith(assets, member)
  await assets.goto(`${app.url}#/pages/assets/index`)
  await expect(assets.getByText('10,000').first()).toBeVisible()

  await test.step('living', async () => {
    await app.kill()
    await expect(old).toBeVisible({ timeout: 8000 })
    await app.start()
    const backAt = Date.now()
    await member.venue.post('api/coin/trade', buy('60000'))
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(1, { timeout: 10_000 })
    await expect(trade.available).toHaveText('9,940.00 USDT')
    await expect(old).toHaveCount(0)
    await expect(assets.getByText('9,940').first()).toBeVisible()
    expect(Date.now() - backAt).toBeLessThan(rightAgainMs + 1000)
    await expect(banner(page)).toHaveCount(0)
    await expectTrueBook(page, app.url)
  })
  await test.step('at the beginning', async () => {
    let isKilled = false
    // Killed while it sends a snapshot.
    proxy.frames.reshape((frame) => {
      if (!frame.includes('"k":"snap"') || isKilled) return [frame]
      isKilled = true
      void app.kill()
      return []
    })
    await page.reload()
    await expect.poll(() => isKilled).toBe(true)
    await app.kill()
    proxy.restore()
    await app.start()
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
    await expect(trade.available).toHaveText('9,940.00 USDT')
    await expect(old).toHaveCount(0)
    await expectTrueBook(page, app.url)
  })
})

test('CF24 on a slow connection that loses a third of the requests the app is usable, and nothing is sent twice', async ({
  page,
  app,
  complaints,
}, { annotations }) => {
  complaints.overlook = lost
  test.setTimeout(150_000)
  const seed = Math.floor(Math.random() * 2 ** 31)
  annotations.push({ type: 'seed', description: String(seed) })
  const member = await newUser(app.url)
  await using far = await startSlowProxy(
    app.url,
    { latencyMs: 400, bytesPerS: 50_000, lossShare: 0.3, resendMs: 400, jitterMs: 2000 },
    seed,
  )
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (isOrderCall({ method: request.method(), path: new URL(request.url()).pathname }))
      sent.push(request.headers()['idempotency-key'])
  })
  await beginWith(page, member)
  const trade = tradePage(page)
  const beganAt = Date.now()
  await page.goto(`${far.url}#/pages/index/index`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
  const firstMs = Date.now() - beganAt
  await page.evaluate(() => (location.hash = '/pages/trade/index'))
  const askedAt = Date.now()
  await expect(trade.price).not.toHaveValue('', { timeout: 30_000 })
  const pageMs = Date.now() - askedAt
  annotations.push({ type: 'first page, next page', description: `${firstMs} ms, ${pageMs} ms` })
  // Ten seconds per page on an idle machine.
  expect(firstMs).toBeLessThan(15_000)
  expect(pageMs).toBeLessThan(15_000)
  await expect(trade.available).toHaveText('10,000.00 USDT', { timeout: 30_000 })

  for (const price of ['50000', '50001']) {
    await trade.reviewLimit(price, '0.01')
    await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
    await trade.confirm.click({ trial: true })
    const place = await trade.confirm.boundingBox()
    const prices = await trade.book.innerText()
    await expect.poll(() => trade.book.innerText()).not.toBe(prices)
    expect(await trade.confirm.boundingBox()).toEqual(place)
    await trade.confirm.click()
    for (let tap = 0; tap < 3; tap += 1) await trade.confirm.click({ force: true, timeout: 300 }).catch(() => {})
    await expect(trade.review).toContainText('Order placed', { timeout: 30_000 })
    await trade.review.getByRole('button', { name: 'Done' }).click()
  }
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(2, { timeout: 30_000 })
  expect(new Set(sent).size).toBe(2)
  expect(await ordersOf(app.url, member.token)).toHaveLength(2)
})
