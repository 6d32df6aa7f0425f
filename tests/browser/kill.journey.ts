import { startApp } from '#tests/support/app.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser, ordersOf, tradePage } from './story.ts'

const lost = /net::ERR_|WebSocket connection to|the server responded with a status of 50\d/

/** A separate server that can be killed, a faulty network, and a user who is about to confirm an order. */
const readyToConfirm = async (page: Page) => {
  const app = await startApp()
  const proxy = await startProxy(app.url)
  const member = await newUser(app.url)
  await beginWith(page, member)
  await page.goto(`${proxy.url}#/pages/trade/index`)
  const trade = tradePage(page)
  await expect(trade.price).not.toHaveValue('')
  await expect(trade.available).toHaveText('10,000.00 USDT')
  await trade.reviewLimit('60000', '0.01')
  const orders = () => ordersOf(app.url, member.token)
  const away = async () => {
    await proxy[Symbol.asyncDispose]()
    await app[Symbol.asyncDispose]()
  }
  return { app, proxy, trade, orders, [Symbol.asyncDispose]: away }
}

test('JOURNEY-5 the server is killed after it accepted an order and before the reply: the order is done once', async ({
  page,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await readyToConfirm(page)
  const { app, proxy, trade, orders } = story
  proxy.mute()
  await trade.confirm.click()
  await expect.poll(async () => (await orders()).length).toBe(1)
  await app.kill()
  await expect(trade.review).toContainText('Checking with the server')
  proxy.restore()
  await app.start()
  await expect(trade.review).toContainText('Order placed', { timeout: 30_000 })
  await trade.review.getByRole('button', { name: 'Done' }).click()
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  await expect(trade.available).toHaveText('9,400.00 USDT')
  expect(await orders()).toHaveLength(1)
})

test('JOURNEY-5 the server is killed before an order reaches it: the outcome is correct, and the order exists at most once', async ({
  page,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await readyToConfirm(page)
  const { app, proxy, trade, orders } = story
  proxy.blackHole()
  await trade.confirm.click()
  await expect(trade.confirm).toHaveAttribute('aria-busy', 'true')
  await app.kill()
  await expect(trade.review).toContainText('Checking with the server')
  proxy.restore()
  await app.start()
  const verdict = trade.review.getByText(/^(?:Order placed|Not carried out)$/)
  await expect(verdict).toBeVisible({ timeout: 40_000 })
  const isPlaced = (await verdict.innerText()) === 'Order placed'
  expect(await orders()).toHaveLength(isPlaced ? 1 : 0)
  await trade.review
    .getByRole('button', { name: /^(?:Done|Close)$/ })
    .last()
    .click()
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(isPlaced ? 1 : 0)
  await expect(trade.available).toHaveText(isPlaced ? '9,400.00 USDT' : '10,000.00 USDT')
})
