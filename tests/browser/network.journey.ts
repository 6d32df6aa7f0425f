import { startProxy } from '#tests/support/proxy.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, expectTrueBook, newUser, tradePage } from './story.ts'

/** Console errors that browsers log for failed calls. */
const lost = /net::ERR_|WebSocket connection to/
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Reconnecting.' })
const buy = (price: string) => ({
  legal_id: 3,
  currency_id: 1,
  type: 1,
  kind: 'limit',
  amount: '0.001',
  target_price: price,
})

/** A new user on the trade page, behind a network proxy. */
const open = async (page: Page, url: string) => {
  const proxy = await startProxy(url)
  const member = await newUser(url)
  await beginWith(page, member)
  await page.goto(`${proxy.url}#/pages/trade/index`)
  const trade = tradePage(page)
  const old = trade.book.getByText(/ old$/)
  await expect(trade.price).not.toHaveValue('')
  await expect(trade.available).toHaveText('10,000.00 USDT')
  await expect(old).toHaveCount(0)
  return { proxy, member, trade, old }
}

test('JOURNEY-2 the network is cut and restored: no wrong value is ever shown', async ({ page, app, complaints }) => {
  complaints.overlook = lost
  const { proxy, member, trade, old } = await open(page, app.url)
  await using _ = proxy
  await expectTrueBook(page, app.url)
  await trade.reviewLimit('60000', '0.01')
  await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')

  proxy.cut()
  await expect(old).toBeVisible({ timeout: 1500 })
  await expect(trade.review).toContainText('Waiting for fresh ones')
  await expect(trade.confirm).toHaveAttribute('aria-disabled', 'true')
  await trade.confirm.click({ force: true })
  await expect(banner(page)).toBeVisible({ timeout: 4500 })
  const { body } = await member.venue.post('api/coin/trade', buy('61000'))
  expect(body['type']).toBe('ok')

  proxy.restore()
  await expect(old).toHaveCount(0)
  await expect(banner(page)).toHaveCount(0)
  await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await trade.review.getByRole('button', { name: 'Close' }).click()
  // The order from the other client is listed; the one that was held back was never sent.
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  await expect(trade.order('BTC/USDT Limit')).toContainText('61,000')
  await expect(trade.available).toHaveText('9,939.00 USDT')
  await expectTrueBook(page, app.url)
})

test('JOURNEY-3 a network that drops everything: prices become stale, the order is held back, then all recovers', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  const { proxy, member, trade, old } = await open(page, app.url)
  await using _ = proxy
  await trade.reviewLimit('60000', '0.01')
  proxy.blackHole()
  await expect(old).toBeVisible({ timeout: 8000 })
  await expect(trade.confirm).toHaveAttribute('aria-disabled', 'true')
  await member.venue.post('api/coin/trade', buy('61000'))
  proxy.restore()
  await expect(old).toHaveCount(0)
  await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
  await trade.confirm.click()
  await expect(trade.review).toContainText('Order placed')
  await trade.review.getByRole('button', { name: 'Done' }).click()
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(2)
  await expectTrueBook(page, app.url)
})

test('JOURNEY-4 a dead connection is detected when the page wakes up', async ({ page, app, complaints }) => {
  complaints.overlook = lost
  const { proxy, member, trade, old } = await open(page, app.url)
  await using _ = proxy
  proxy.halfOpen()
  await member.venue.post('api/coin/trade', buy('61000'))
  await expect(old).toBeVisible({ timeout: 8000 })
  // Like a change of the wireless network.
  await page.evaluate(() => ['offline', 'online'].forEach((name) => dispatchEvent(new Event(name))))
  await expect(old).toHaveCount(0, { timeout: 8000 })
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  await expect(trade.available).toHaveText('9,939.00 USDT')
  await expectTrueBook(page, app.url)
})
