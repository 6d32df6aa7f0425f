import { expect, test } from './kit.ts'
import { beginWith, tradePage } from './story.ts'
import { registerAt } from '#tests/support/venue-client.ts'

test('a buy is protected as it is placed: its stop and its target stand as one block, are changed and end together', async ({
  page,
  at,
  app,
}) => {
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/pages/trade/index?market=BTC-USDT'))
  const { form, quantity, review, confirm, order, orders } = tradePage(page)
  await form.getByRole('button', { name: 'Best ask' }).click()
  await quantity.fill('0.01')
  await form.getByRole('button', { name: 'Take profit / stop loss' }).click()
  const guards = page.getByRole('dialog', { name: 'Take profit / stop loss' })
  await guards.getByRole('button', { name: '+5.00%' }).click()
  await guards.getByRole('button', { name: '−5.00%' }).click()
  await expect(guards).toContainText('fees included')
  await guards.getByRole('button', { name: 'Done' }).click()
  await form.getByRole('button', { name: 'Buy BTC' }).click()
  await expect(review).toContainText('Risk : reward')
  await confirm.click()
  await review.getByRole('button', { name: 'Done' }).click()

  const stop = order('BTC/USDT Stop')
  await expect(stop).toContainText('away')
  await expect(order('BTC/USDT Target')).toBeVisible()
  await stop.getByRole('button', { name: 'Change' }).click()
  const sheet = page.getByRole('dialog', { name: 'Change order' })
  await sheet.getByLabel('Trigger').fill('50000')
  await expect(sheet).toContainText('to 50,000.00')
  await sheet.getByRole('button', { name: 'Change' }).click()
  await expect(stop).toContainText('50,000.00')

  await orders.getByRole('button', { name: 'Cancel all linked' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all linked' }).click()
  await expect(stop).toHaveCount(0)
  await expect(order('BTC/USDT Target')).toHaveCount(0)
})
