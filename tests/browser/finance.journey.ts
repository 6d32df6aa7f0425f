import { startApp } from '#tests/support/app.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'

const lost = /net::ERR_|WebSocket connection to|the server responded with a status of 50\d/

test('FIN-5 F3 an amount is hosted, the server is killed, and it is redeemed at the cost that was shown, all without a reload', async ({
  page,
  complaints,
}) => {
  test.setTimeout(180_000)
  complaints.overlook = lost
  await using app = await startApp()
  const { token } = await registerAt(app.url)
  await page.addInitScript((known) => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en' }))
  }, token)
  await page.goto(`${app.url}#/pages/template/index`)
  await page.getByRole('button', { name: 'Host USDT for 15 days' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000')
  await expect(page.getByText('+4.00 USDT')).toBeVisible()
  await page.getByRole('button', { name: 'Review 1,000.00 USDT' }).click()
  await expect(page.getByText('You have not agreed.')).toBeVisible()
  await page.getByRole('checkbox').check()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Review 1,000.00 USDT' }).click()
  await page.getByRole('button', { name: 'Host 1,000.00 USDT' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const order = page.getByRole('article').filter({ hasText: '1,000.00 USDT' })
  await expect(order).toContainText('60.00 USDT')
  await app.kill()
  await app.start()
  await order.getByRole('button', { name: 'Redeem early' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('−60.00 USDT')
  await sheet.getByRole('button', { name: 'Redeem and get 940.00 USDT' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click({ timeout: 30_000 })
  await expect(page.getByText('Nothing is hosted at the moment.')).toBeVisible()
  await page.getByRole('tab', { name: 'Redeemed' }).click()
  await expect(page.getByRole('article').filter({ hasText: '−60.00 USDT' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})
